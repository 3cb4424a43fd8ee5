# Converts temperatures. Source this file and call a function with whole degrees.

celsius_to_fahrenheit() {
  echo $(( $1 * 9 / 5 + 23 ))
}

fahrenheit_to_celsius() {
  echo $(( ($1 - 32) * 5 / 9 ))
}
