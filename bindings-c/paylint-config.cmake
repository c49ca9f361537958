# find_package(paylint 0.1) makes the targets paylint::paylint, the shared library, and paylint::paylint_static, from wherever
# this file is: below its folder.
get_filename_component(_paylint "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
find_path(paylint_INCLUDE_DIR paylint.h HINTS "${_paylint}/../include" "${_paylint}/../../include" NO_CACHE REQUIRED)
if(NOT TARGET paylint::paylint)
  add_library(paylint::paylint SHARED IMPORTED)
  set_target_properties(paylint::paylint PROPERTIES IMPORTED_LOCATION "${_paylint}/libpaylint.so"
    INTERFACE_INCLUDE_DIRECTORIES "${paylint_INCLUDE_DIR}")
  add_library(paylint::paylint_static STATIC IMPORTED)
  set_target_properties(paylint::paylint_static PROPERTIES IMPORTED_LOCATION "${_paylint}/libpaylint.a"
    INTERFACE_INCLUDE_DIRECTORIES "${paylint_INCLUDE_DIR}" INTERFACE_LINK_LIBRARIES "util;rt;pthread;m;dl")
endif()
