#include "support/certificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>

namespace lazaret::test {

namespace {

template <typename Write>
QByteArray pem(Write write)
{
    const std::unique_ptr<BIO, decltype(&BIO_free_all)> bio(BIO_new(BIO_s_mem()), BIO_free_all);
    write(bio.get());
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data);
    return {data, qsizetype(size)};
}

void addExtension(X509 *certificate, int nid, const QByteArray &value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.constData());
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

} // namespace

Certificate selfSigned(const QByteArray &name, long fromSeconds, long toSeconds)
{
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    const std::unique_ptr<X509, decltype(&X509_free)> x509(X509_new(), X509_free);
    X509_set_version(x509.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(x509.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(x509.get()), fromSeconds);
    X509_gmtime_adj(X509_getm_notAfter(x509.get()), toSeconds);
    X509_set_pubkey(x509.get(), key.get());
    X509_NAME *subject = X509_get_subject_name(x509.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char *>(name.constData()), -1, -1, 0);
    X509_set_issuer_name(x509.get(), subject);
    const bool isAddress = !name.isEmpty() && name.front() >= '0' && name.front() <= '9';
    addExtension(x509.get(), NID_subject_alt_name, (isAddress ? "IP:" : "DNS:") + name);
    addExtension(x509.get(), NID_basic_constraints, "critical,CA:TRUE");
    X509_sign(x509.get(), key.get(), EVP_sha256());
    return {pem([&](BIO *bio) { PEM_write_bio_X509(bio, x509.get()); }),
            pem([&](BIO *bio) { PEM_write_bio_PKCS8PrivateKey(bio, key.get(), nullptr, nullptr, 0, nullptr, nullptr); })};
}

} // namespace lazaret::test
