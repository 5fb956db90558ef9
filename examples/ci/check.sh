#!/bin/sh
# What a job of continuous integration does with a rulebook: sh check.sh BOOK BASELINE [FOLDER OF REPORTS]
#
# It fails for what is new against the baseline, and for each example that does not come out. Write the baseline once, and again when
# something is mended, and keep it with the book: rulewright check BOOK --format json > BASELINE
set -u
book=$1
baseline=$2
reports=${3:-reports}
python=${PYTHON:-python3}
status=0
mkdir -p "$reports"

# For whoever reads the log: what is new in full, what is known as a number.
"$python" -m rulewright check "$book" --baseline "$baseline" || status=$?

# For the code host, which shows each finding next to its line. Nothing is decided again: the results are kept from the run before.
"$python" -m rulewright check "$book" --baseline "$baseline" --format sarif >"$reports/findings.sarif" || status=$?

# Every example of the book is a test among the tests of the repository. Findings are left to the baseline: pytest knows none.
"$python" -m pytest --rulewright "$book" -k "not check:" --junitxml "$reports/tests.xml" || status=$?

exit "$status"
