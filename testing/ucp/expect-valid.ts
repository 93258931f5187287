import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { z } from 'zod'

// The published JSON schemas of the Universal Commerce Protocol, release v2026-04-08 of github.com/Universal-Commerce-Protocol/ucp, one in each line of
// schemas.jsonl. Their licence is in the file LICENSE beside it.

const base = 'https://ucp.dev/'

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: {
    uri: (text: string) => URL.canParse(text),
    'date-time': (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success,
  },
})

for (const line of readFileSync(new URL('schemas.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')) {
  const { file, schema } = JSON.parse(line) as { file: string; schema: object }
  // The place of each file, because the own address of the profile's schema does not fit its references.
  ajv.addSchema({ ...schema, $id: base + file })
}

/**
 * Checks a value against a published schema, such as `schemas/shopping/cart.json` or
 * `schemas/shopping/catalog_search.json#/$defs/search_response`. A failure lists what is wrong with it.
 */
export function expectValid(schema: string, value: unknown): void {
  const validate = ajv.getSchema(base + schema)
  if (!validate) throw new Error(`UCP has no schema ${schema}.`)
  validate(value)
  expect(validate.errors ?? []).toEqual([])
}

/** The name of the capability that a published schema describes; undefined for an unknown schema. */
export function findCapabilityName(schema: string): string | undefined {
  const found = ajv.getSchema(base + schema)?.schema as { name?: string } | undefined
  return found?.name
}
