import fc from 'fast-check'
import { z } from 'zod'
import { anyCharacter, hostileText, hostileValue } from './hostile.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema
type SchemaPart = JsonSchema | boolean

/** Ids of existing records, so that calls get past their first lookup. */
export type KnownIds = readonly string[]

const idLike = /id$|^product$|^token$/i

function buildString(schema: JsonSchema, name: string, ids: KnownIds): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 60, pattern, format } = schema
  if (format === 'email') return fc.constantFrom('asha@example.com', 'a.b+c@d.example')
  if (format === 'date') return fc.constantFrom('2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31')
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const text = fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 80) }),
    fc.string({ unit: anyCharacter, minLength, maxLength: Math.min(maxLength, minLength + 20) }),
    fc.constant('x'.repeat(Math.min(maxLength, 20_000))),
    fc.constantFrom('Asha', 'tee', '9876543210'),
  )
  return idLike.test(name) ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, text) : text
}

function buildNumber({ minimum, maximum, exclusiveMinimum, type }: JsonSchema): fc.Arbitrary<number> {
  const min = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : -1_000)
  const max = maximum ?? 1_000_000
  const whole = fc.integer({ min: Math.ceil(Math.max(min, -(2 ** 31))), max: Math.floor(Math.min(max, 2 ** 31 - 1)) })
  return type === 'integer'
    ? whole
    : fc.oneof(
        whole,
        whole.map((value) => value / 100),
        fc.constantFrom(799, 1598),
      )
}

function buildObject(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, fromPart(part, name, ids)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
}

/** Values that match the JSON schema. Rules that JSON Schema cannot express may be violated. */
function fromPart(part: SchemaPart, name: string, ids: KnownIds): fc.Arbitrary<unknown> {
  if (typeof part === 'boolean') return hostileValue
  const choices = part.anyOf ?? part.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fromPart(choice, name, ids)))
  if (part.allOf) return fromPart(Object.assign({}, ...part.allOf), name, ids)
  if (part.const !== undefined) return fc.constant(part.const)
  if (part.enum) return fc.constantFrom<unknown>(...part.enum)
  switch (part.type) {
    case 'object':
      return buildObject(part, ids)
    case 'array': {
      const { minItems = 0, maxItems = 60, items = true } = part
      return fc.array(fromPart(items as SchemaPart, name, ids), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) })
    }
    case 'integer':
    case 'number':
      return buildNumber(part)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return buildString(part, name, ids)
    default:
      return hostileValue
  }
}

function corrupt(value: unknown, path: readonly number[], bad: unknown): unknown {
  const [turn = 0, ...rest] = path
  if (Array.isArray(value) && value.length > 0 && rest.length > 0)
    return value.map((item, index) => (index === turn % value.length ? corrupt(item, rest, bad) : item))
  if (value !== null && typeof value === 'object' && !Array.isArray(value) && rest.length > 0) {
    const names = Object.keys(value)
    const name = names[turn % names.length]
    if (name === undefined) return bad
    const fields = Object.entries(value).map(([key, field]) => [key, key === name ? corrupt(field, rest, bad) : field])
    // Every fifth time the field is removed or renamed.
    if (turn % 5 === 4) return Object.fromEntries([...fields.filter(([key]) => key !== name), ['__proto__', bad]].slice(turn % 2))
    return Object.fromEntries(fields)
  }
  return bad
}

/** Values that match the schema, apart from rules that JSON Schema cannot express. */
export function validFromSchema({ schema, ids }: { schema: z.ZodType; ids: KnownIds }): fc.Arbitrary<unknown> {
  return fromPart(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '', ids)
}

/** Valid, slightly corrupted and arbitrary values. `valid`: a value that the call accepts and that random values would hardly hit. */
export function fromSchema({ schema, ids, valid: example }: { schema: z.ZodType; ids: KnownIds; valid?: unknown }): fc.Arbitrary<unknown> {
  const random = validFromSchema({ schema, ids })
  const valid = example === undefined ? random : fc.oneof(random, fc.constant(example))
  const corrupted = fc
    .tuple(valid, fc.array(fc.nat(20), { minLength: 2, maxLength: 4 }), hostileValue)
    .map(([value, path, bad]) => corrupt(value, path, bad))
  return fc.oneof({ weight: 4, arbitrary: valid }, { weight: 5, arbitrary: corrupted }, { weight: 1, arbitrary: hostileValue })
}

/** The same as strings, for path parameters, query parameters and form fields. */
export function stringsFromSchema({ schema, ids }: { schema: z.ZodObject; ids: KnownIds }): fc.Arbitrary<Record<string, string>> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const fields = Object.entries(json.properties ?? {}).map(([name, part]) => {
    const valid = fromPart(part, name, ids).map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    return [name, fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: hostileText })] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>
}
