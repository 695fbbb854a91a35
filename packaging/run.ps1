# Lazaret on Windows: installs the libraries with vcpkg, builds with MSVC 2022, and starts the desk.
# Written with care, never run: see README.md.
#   packaging\run.ps1 [ARGUMENT…]              the desk, with these arguments
#   packaging\run.ps1 --headless ARGUMENT…     lazaretctl ARGUMENT…
#   packaging\run.ps1 --test [CTEST ARGUMENT…] the whole suite
# Needs Visual Studio 2022 with the C++ workload (it brings CMake and Ninja) and VCPKG_ROOT, or vcpkg on the path.
$ErrorActionPreference = 'Stop'
$root = Split-Path -Parent $PSScriptRoot
$build = Join-Path $root 'build\release'

function Say($text) { [Console]::Error.WriteLine("lazaret: $text") }
function Invoke-Stage($text, [scriptblock]$stage) {
    Say $text
    & $stage | ForEach-Object { [Console]::Error.WriteLine($_) }
    if ($LASTEXITCODE -ne 0) { Say "failed while $text"; exit 1 }
}

$mode = 'desk'
$rest = @($args)
if ($rest.Count -gt 0 -and $rest[0] -in '--headless', '--test') {
    $mode = $rest[0].Substring(2)
    $rest = @($rest | Select-Object -Skip 1)
}

$vcpkg = if ($env:VCPKG_ROOT) { $env:VCPKG_ROOT } else { Split-Path -Parent (Get-Command vcpkg).Source }
$toolchain = Join-Path $vcpkg 'scripts\buildsystems\vcpkg.cmake'
if (-not (Test-Path $toolchain)) { Say "no vcpkg in $vcpkg; set VCPKG_ROOT"; exit 1 }

if (-not (Get-Command cl -ErrorAction SilentlyContinue)) {
    $vswhere = Join-Path ${env:ProgramFiles(x86)} 'Microsoft Visual Studio\Installer\vswhere.exe'
    $vs = & $vswhere -latest -requires Microsoft.VisualStudio.Component.VC.Tools.x86.x64 -property installationPath
    if (-not $vs) { Say 'Visual Studio 2022 with the C++ workload is needed'; exit 1 }
    Import-Module (Join-Path $vs 'Common7\Tools\Microsoft.VisualStudio.DevShell.dll')
    Enter-VsDevShell -VsInstallPath $vs -SkipAutomaticLocation -DevCmdArguments '-arch=x64 -no_logo' | Out-Null
}

Push-Location $root
try {
    Invoke-Stage 'installing missing libraries and configuring build\release' {
        cmake --preset release "-DCMAKE_TOOLCHAIN_FILE=$toolchain" "-DVCPKG_MANIFEST_DIR=$PSScriptRoot"
    }
    $target = switch ($mode) { 'desk' { 'lazaret' } 'headless' { 'lazaretctl' } 'test' { 'all' } }
    Invoke-Stage "building $target" { cmake --build $build --target $target }
    if ($mode -eq 'test') {
        Say 'running the tests'
        ctest --preset release -j2 @rest
    } else {
        Say "starting $target"
        & (Join-Path $build "bin\$target.exe") @rest
    }
    exit $LASTEXITCODE
} finally {
    Pop-Location
}
