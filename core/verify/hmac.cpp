#include "verify/hmac.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>

#include <memory>

namespace lazaret::verify {

namespace {

// Fetching costs as much as signing a small body (a locked look-up through the providers), so the algorithm is fetched once and shared;
// contexts are made from it per call. Not freed: OpenSSL frees its providers at exit before our statics.
EVP_MAC *algorithm()
{
    static EVP_MAC *const mac = EVP_MAC_fetch(nullptr, OSSL_MAC_NAME_HMAC, nullptr);
    return mac;
}

const char *nameOf(Digest digest)
{
    return digest == Digest::sha1 ? "SHA1" : digest == Digest::sha256 ? "SHA256" : "SHA512";
}

} // namespace

QByteArray hmac(Digest digest, const QByteArray &key, std::initializer_list<QByteArrayView> parts)
{
    const std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)> context(algorithm() ? EVP_MAC_CTX_new(algorithm()) : nullptr,
                                                                            EVP_MAC_CTX_free);
    QByteArray name(nameOf(digest)); // the parameter wants a mutable string
    const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name.data(), 0), OSSL_PARAM_construct_end()};
    const auto bytes = [](const char *data) { return reinterpret_cast<const unsigned char *>(data); };
    if (!context || EVP_MAC_init(context.get(), bytes(key.constData()), size_t(key.size()), parameters) != 1)
        return {};
    for (const auto part : parts) {
        if (EVP_MAC_update(context.get(), bytes(part.data()), size_t(part.size())) != 1)
            return {};
    }
    QByteArray mac(macSize(digest), '\0');
    size_t size = 0;
    if (EVP_MAC_final(context.get(), reinterpret_cast<unsigned char *>(mac.data()), &size, size_t(mac.size())) != 1)
        return {};
    return mac;
}

} // namespace lazaret::verify
