#!/bin/sh
# Sets the stocks of a CSV file whose first line is "sku,stock". Needs curl and jq, and a key with the right to products.
# SHOP=https://shop.example KEY=shopkey_... sh stock-from-csv.sh stock.csv
set -eu

jq -R -s -c '[split("\n")[1:][] | gsub("[\r\"]"; "") | select(. != "") | split(",") | {sku: .[0], stock: .[1]}]
  | range(0; length; 1000) as $first | {rows: .[$first:$first + 1000], note: "Stock sheet"}' "$1" |
  while read -r body; do
    printf '%s' "$body" | curl -sS --fail-with-body -X PUT -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
      --data-binary @- "$SHOP/api/v1/products/stock"
  done |
  jq -r '.message, (.results[]? | select(.outcome != "saved") | "\(.sku): \(.message)")'
