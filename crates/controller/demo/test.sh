#!/usr/bin/env bash
# Tests convert.sh: prints a line a case, fails if one fails.
source "$(dirname "$0")/convert.sh"
failed=0

check() { # name, expected, found
  if [ "$2" = "$3" ]; then
    echo "ok    $1"
  else
    echo "FAIL  $1: expected $2, found $3"
    failed=1
  fi
}

check "water freezes at 32 °F" 32 "$(celsius_to_fahrenheit 0)"
check "water boils at 212 °F" 212 "$(celsius_to_fahrenheit 100)"
check "both scales meet at -40" -40 "$(celsius_to_fahrenheit -40)"
check "212 °F is 100 °C" 100 "$(fahrenheit_to_celsius 212)"

[ "$failed" = 0 ] && echo "all tests passed"
exit "$failed"
