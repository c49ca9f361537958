# find_package(paylint) makes the target paylint::paylint, the shared library, from wherever this file is: below its folder.
get_filename_component(_paylint "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
find_path(paylint_INCLUDE_DIR paylint.h HINTS "${_paylint}/../include" "${_paylint}/../../include" NO_CACHE REQUIRED)
file(STRINGS "${paylint_INCLUDE_DIR}/paylint.h" _paylint_version REGEX "^#define PAYLINT_VERSION ")
string(REGEX REPLACE ".*\"(.*)\"" "\\1" paylint_VERSION "${_paylint_version}")
if(NOT TARGET paylint::paylint)
  add_library(paylint::paylint SHARED IMPORTED)
  set_target_properties(paylint::paylint PROPERTIES IMPORTED_LOCATION "${_paylint}/libpaylint.so"
    INTERFACE_INCLUDE_DIRECTORIES "${paylint_INCLUDE_DIR}")
endif()
