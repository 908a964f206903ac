# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""Every repository that Opgraft builds against: `opgraft_deps()`, called by WORKSPACE.

Nothing is downloaded from a code host: system packages are linked in, the others come from Debian's source packages, nanobind from
Python's package index (or from the cache folder, see third_party/repositories.bzl).
"""

load("//third_party:repositories.bzl", "opgraft_debian_source", "opgraft_stub_repository", "opgraft_system_package", "opgraft_wheel")

def _ours(label):
    """A file of Opgraft's, also when this is called by the WORKSPACE of another project."""
    return str(Label(label))

def opgraft_deps():
    """Declares the repositories. A repository that exists already is left alone."""
    have = native.existing_rules().keys()

    # --- Bazel's own needs -------------------------------------------------------------------------------------------
    # A newer Bazel needs only other repositories here: BUILD files load from @rules_cc as usual.
    if "rules_cc" not in have:
        opgraft_stub_repository(
            name = "rules_cc",
            files = {_ours("//third_party:rules_cc_defs.bzl.in"): "cc/defs.bzl"},
            packages = ["cc"],
        )
    if "remote_coverage_tools" not in have:
        opgraft_stub_repository(
            name = "remote_coverage_tools",
            build_file = _ours("//third_party:coverage_tools.BUILD"),
            files = {_ours("//third_party:coverage_stub.sh"): "stub.sh"},
        )
    for name, path in {
        "bazel_skylib": "/usr/share/bazel/tools/skylib",
        "platforms": "/usr/share/bazel/platforms",
        "rules_java": "/usr/share/bazel/rules/java",
        "rules_proto": "/usr/share/bazel/rules/proto",
    }.items():
        if name not in have:
            native.local_repository(name = name, path = path)

    # --- Compiled from source: what libopgraft.so.0 contains ---------------------------------------------------------
    if "com_google_absl" not in have:
        opgraft_debian_source(
            name = "com_google_absl",
            build_file = _ours("//third_party:absl.BUILD"),
            deb_package = "abseil",
            deb_version = "20220623.1-1+deb12u2",
            file = "abseil_20220623.1.orig.tar.gz",
            patches = [
                _ours("//third_party:absl_cve_2025_0838.patch"),
                _ours("//third_party:absl_old_status_spellings.patch"),
                _ours("//third_party:absl_out_of_memory.patch"),
                _ours("//third_party:absl_tsan_mutex.patch"),
            ],
            sha256 = "abfe2897f3a30edaa74bc34365afe3c2a3cd012091a97dc7e008f7016adcd5fe",
            strip_prefix = "abseil-20220623.1",
            # The namespace's number is the ABI of libopgraft.so: raise it with Abseil's version or
            # options.
            substitutions = {
                "absl/base/options.h": [
                    "#define ABSL_OPTION_INLINE_NAMESPACE_NAME lts_20220623",
                    "#define ABSL_OPTION_INLINE_NAMESPACE_NAME opgraft_1",
                ],
            },
        )
    if "com_google_protobuf" not in have:
        opgraft_debian_source(
            name = "com_google_protobuf",
            build_file = _ours("//third_party:protobuf.BUILD"),
            deb_package = "protobuf",
            deb_version = "3.21.12-3+deb12u1",
            edit = _ours("//third_party:protobuf_inline_namespace.sh"),
            edit_args = ["opgraft_1"],
            file = "protobuf_3.21.12.orig.tar.gz",
            patches = [
                _ours("//third_party:protobuf_out_of_memory.patch"),
                _ours("//third_party:protobuf_silent.patch"),
            ],
            sha256 = "930c2c3b5ecc6c9c12615cf5ad93f1cd6e12d0aba862b572e076259970ac3a53",
            strip_prefix = "protobuf-3.21.12",
        )
    if "com_googlesource_code_re2" not in have:
        opgraft_debian_source(
            name = "com_googlesource_code_re2",
            build_file = _ours("//third_party:re2.BUILD"),
            deb_package = "re2",
            deb_version = "20220601+dfsg-1",
            edit = _ours("//third_party:re2_tables.sh"),
            file = "re2_20220601+dfsg.orig.tar.xz",
            sha256 = "3bc61251da3b0b97be40a8a127818c517c62516e4eda11fc901d29496663df54",
            strip_prefix = "re2-2022-06-01",
        )

    if "pugixml" not in have:
        opgraft_debian_source(
            name = "pugixml",
            build_file = _ours("//third_party:pugixml.BUILD"),
            deb_package = "pugixml",
            deb_version = "1.13-0.2",
            file = "pugixml_1.13.orig.tar.gz",
            sha256 = "5c5ad5d7caeb791420408042a7d88c2c6180781bf218feca259fd9d840a888e1",
            strip_prefix = "pugixml-1.13",
        )

    # --- What decodes and encodes images; zlib reads compressed .npz files, too ---
    if "zlib" not in have:
        opgraft_debian_source(
            name = "zlib",
            build_file = _ours("//third_party:zlib.BUILD"),
            deb_package = "zlib",
            deb_version = "1:1.2.13.dfsg-1",
            file = "zlib_1.2.13.dfsg.orig.tar.bz2",
            sha256 = "71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1",
            strip_prefix = "zlib-1.2.13.dfsg",
        )
    if "libpng" not in have:
        opgraft_debian_source(
            name = "libpng",
            build_file = _ours("//third_party:libpng.BUILD"),
            deb_package = "libpng1.6",
            deb_version = "1.6.39-2+deb12u6",
            file = "libpng1.6_1.6.39.orig.tar.gz",
            sha256 = "a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441",
            strip_prefix = "libpng-1.6.39",
        )
    if "libjpeg_turbo" not in have:
        opgraft_debian_source(
            name = "libjpeg_turbo",
            build_file = _ours("//third_party:libjpeg_turbo.BUILD"),
            deb_package = "libjpeg-turbo",
            deb_version = "1:2.1.5-2",
            file = "libjpeg-turbo_2.1.5.orig.tar.gz",
            sha256 = "254f3642b04e309fee775123133c6464181addc150499561020312ec61c1bf7c",
            strip_prefix = "libjpeg-turbo-2.1.5",
        )
    if "giflib" not in have:
        opgraft_debian_source(
            name = "giflib",
            build_file = _ours("//third_party:giflib.BUILD"),
            deb_package = "giflib",
            deb_version = "5.2.1-2.5+deb12u1",
            file = "giflib_5.2.1.orig.tar.gz",
            sha256 = "31da5562f44c5f15d63340a09a4fd62b48c45620cd302f77a6d9acf0077879bd",
            strip_prefix = "giflib-5.2.1",
        )

    # --- What //python is compiled with; nothing else needs it ---
    if "nanobind" not in have:
        opgraft_wheel(
            name = "nanobind",
            build_file = _ours("//third_party:nanobind.BUILD"),
            file = "nanobind-2.9.2-py3-none-any.whl",
            package = "nanobind",
            sha256 = "c37957ffd5eac7eda349cff3622ecd32e5ee1244ecc912c99b5bc8188bafd16e",
            version = "2.9.2",
        )

    # --- System packages ---------------------------------------------------------------------------------------------
    for name, (package, links) in {
        "benchmark": ("libbenchmark-dev", {"include/benchmark": "/usr/include/benchmark"}),
        "cli11": ("libcli11-dev", {"include/CLI": "/usr/include/CLI"}),
        "eigen": ("libeigen3-dev", {
            "include/Eigen": "/usr/include/eigen3/Eigen",
            "include/unsupported": "/usr/include/eigen3/unsupported",
        }),
        "googletest": ("libgtest-dev libgmock-dev", {
            "googlemock": "/usr/src/googletest/googlemock",
            "googletest": "/usr/src/googletest/googletest",
            "include/gmock": "/usr/include/gmock",
            "include/gtest": "/usr/include/gtest",
        }),
        "nlohmann_json": ("nlohmann-json3-dev", {"include/nlohmann": "/usr/include/nlohmann"}),
        "python": ("python3-dev", {"include/python3.11": "/usr/include/python3.11"}),
        "protoc": ("protobuf-compiler", {"protoc": "/usr/bin/protoc"}),
    }.items():
        if name not in have:
            opgraft_system_package(
                name = name,
                build_file = _ours("//third_party:%s.BUILD") % name,
                links = links,
                package = package,
            )
