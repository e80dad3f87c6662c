// The extension module accord._core. Only the bindings know of Python.
#include "bindings.hpp"

#include <cerrno>
#include <system_error>

#include "text_source.hpp"

using namespace accord;

namespace {

nb::handle share_conflict;  // a Python class, never released

void translate_exceptions(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const ShareConflict& conflict) {
        const auto arguments =
            nb::make_tuple(conflict.row, conflict.member, conflict.first, conflict.second);
        PyErr_SetObject(share_conflict.ptr(), arguments.ptr());
    } catch (const FileChanged& changed) {
        PyErr_SetObject(PyExc_OSError, nb::make_tuple(EIO, changed.what()).ptr());
    } catch (const std::system_error& error) {
        errno = error.code().value();
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, error.what());
    }
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "Kernels of accord in C++. Arguments are trusted: the Python side has checked them.";
    m.attr("version") = ACCORD_VERSION;
    share_conflict = PyErr_NewException("accord._core.ShareConflict", PyExc_ValueError, nullptr);
    m.attr("ShareConflict") = share_conflict;
    nb::register_exception_translator(translate_exceptions);

    bind_rows(m);
    bind_labels(m);
    bind_text(m);
    bind_co_members(m);
    bind_node_types(m);
    bind_networks(m);
    bind_lfr(m);
}
