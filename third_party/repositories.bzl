# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""Repository rules for machines without a network but with Debian's packages."""

def _system_package_impl(ctx):
    for link, target in ctx.attr.links.items():
        if not ctx.path(target).exists:
            fail("%s is missing: apt-get install %s" % (target, ctx.attr.package))
        ctx.symlink(target, link)
    ctx.symlink(ctx.attr.build_file, "BUILD.bazel")

opgraft_system_package = repository_rule(
    implementation = _system_package_impl,
    attrs = {
        "build_file": attr.label(mandatory = True),
        "links": attr.string_dict(mandatory = True, doc = "path in the repository -> path on the machine"),
        "package": attr.string(mandatory = True, doc = "what to install if a path is missing"),
    },
    doc = "The headers (and programs) of an installed package.",
    local = True,
)

def _stub_repository_impl(ctx):
    for label, path in ctx.attr.files.items():
        ctx.symlink(label, path)
    for package in ctx.attr.packages:
        ctx.file(package + "/BUILD.bazel", "")
    if ctx.attr.build_file:
        ctx.symlink(ctx.attr.build_file, "BUILD.bazel")
    else:
        ctx.file("BUILD.bazel", "")

opgraft_stub_repository = repository_rule(
    implementation = _stub_repository_impl,
    attrs = {
        "build_file": attr.label(),
        "files": attr.label_keyed_string_dict(doc = "our file -> path in the repository"),
        "packages": attr.string_list(doc = "folders that get an empty BUILD file"),
    },
    doc = "A few files under the name of a repository that Bazel expects.",
)

def _cache(ctx):
    """OPGRAFT_DISTDIR, else the user's cache."""
    cache = ctx.os.environ.get("OPGRAFT_DISTDIR", "")
    return cache if cache else ctx.os.environ.get("HOME", "/tmp") + "/.cache/opgraft/distfiles"

def _fetched(ctx, package, version):
    """The path of ctx.attr.file, checked; `_scratch` is to be deleted when it was used."""
    ctx.report_progress("fetching " + package)
    result = ctx.execute([
        ctx.path(ctx.attr._fetch),
        package,
        version,
        ctx.attr.file,
        ctx.attr.sha256,
        _cache(ctx),
        str(ctx.path("_scratch")),
    ], timeout = 900)
    if result.return_code != 0:
        fail("fetching %s failed:\n%s" % (ctx.attr.file, result.stderr))
    return result.stdout.strip()

def _debian_source_impl(ctx):
    source = _fetched(ctx, ctx.attr.deb_package, ctx.attr.deb_version)
    ctx.extract(source, stripPrefix = ctx.attr.strip_prefix)
    ctx.delete("_scratch")

    # The sources' own packages would hide their files from our glob.
    removed = ctx.execute(["find", ".", "(", "-name", "BUILD", "-o", "-name", "BUILD.bazel", "-o", "-name", "WORKSPACE", ")", "-type", "f", "-delete"])
    if removed.return_code != 0:
        fail("cannot remove the BUILD files: " + removed.stderr)
    for patch in ctx.attr.patches:
        ctx.patch(patch, strip = 1)
    if ctx.attr.edit:
        edited = ctx.execute([ctx.path(ctx.attr.edit)] + ctx.attr.edit_args)
        if edited.return_code != 0:
            fail("editing %s failed:\n%s%s" % (ctx.attr.file, edited.stdout, edited.stderr))
    for path, (old, new) in ctx.attr.substitutions.items():
        text = ctx.read(path)
        if text.count(old) != 1:
            fail("%s: expected exactly one '%s'" % (path, old))
        ctx.file(path, text.replace(old, new), executable = False)
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)
    ctx.symlink(ctx.attr.build_file, "BUILD.bazel")

opgraft_debian_source = repository_rule(
    implementation = _debian_source_impl,
    attrs = {
        "build_file": attr.label(mandatory = True),
        "deb_package": attr.string(mandatory = True),
        "deb_version": attr.string(mandatory = True, doc = "the version asked for first; any with the same tarball will do"),
        "edit": attr.label(doc = "a script that is run in the sources with `edit_args`"),
        "edit_args": attr.string_list(),
        "file": attr.string(mandatory = True, doc = "the upstream tarball in the source package"),
        "patches": attr.label_list(),
        "sha256": attr.string(mandatory = True),
        "strip_prefix": attr.string(mandatory = True),
        "substitutions": attr.string_list_dict(doc = "file -> [old, new], old must occur exactly once"),
        "_fetch": attr.label(default = "//third_party:fetch_source.sh"),
    },
    doc = "An upstream tarball from a Debian source package or the cache folder ($OPGRAFT_DISTDIR, else ~/.cache/opgraft/distfiles).",
    environ = ["OPGRAFT_DISTDIR"],
)

def _wheel_impl(ctx):
    # Bazel unpacks by the ending.
    ctx.symlink(_fetched(ctx, ctx.attr.package, ctx.attr.version), "_wheel.zip")
    ctx.extract("_wheel.zip")
    ctx.delete("_wheel.zip")
    ctx.delete("_scratch")
    ctx.symlink(ctx.attr.build_file, "BUILD.bazel")

opgraft_wheel = repository_rule(
    implementation = _wheel_impl,
    attrs = {
        "build_file": attr.label(mandatory = True),
        "file": attr.string(mandatory = True),
        "package": attr.string(mandatory = True),
        "sha256": attr.string(mandatory = True),
        "version": attr.string(mandatory = True),
        "_fetch": attr.label(default = "//third_party:fetch_wheel.sh"),
    },
    doc = "The sources in a Python package's wheel, by pip or from the cache folder ($OPGRAFT_DISTDIR, else ~/.cache/opgraft/distfiles).",
    environ = ["OPGRAFT_DISTDIR"],
)
