import fc from 'fast-check'
import { z } from 'zod'
import { hostileText, hostileValue } from './hostile.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema
type Part = JsonSchema | boolean

/** Ids that name something, so that calls get past their first look-up. */
export type Known = readonly string[]

const idLike = /id$|^product$|^token$/i

function writeString(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 60, pattern, format } = schema
  if (format === 'email') return fc.constantFrom('asha@example.com', 'a.b+c@d.example')
  if (format === 'date') return fc.constantFrom('2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31')
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...known), fc.uuid())
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const text = fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 80) }),
    fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 20) }),
    fc.constant('x'.repeat(Math.min(maxLength, 20_000))),
    fc.constantFrom('Asha', 'tee', '9876543210'),
  )
  return idLike.test(name) ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, text) : text
}

function writeNumber({ minimum, maximum, exclusiveMinimum, type }: JsonSchema): fc.Arbitrary<number> {
  const least = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : -1_000)
  const most = maximum ?? 1_000_000
  const whole = fc.integer({ min: Math.ceil(Math.max(least, -(2 ** 31))), max: Math.floor(Math.min(most, 2 ** 31 - 1)) })
  return type === 'integer'
    ? whole
    : fc.oneof(
        whole,
        whole.map((value) => value / 100),
        fc.constantFrom(799, 1598),
      )
}

function writeObject(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, fromPart(part, name, known)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
}

/** Values that the schema takes, or nearly: what JSON Schema cannot say is left to the server to refuse. */
function fromPart(part: Part, name: string, known: Known): fc.Arbitrary<unknown> {
  if (typeof part === 'boolean') return hostileValue
  const choices = part.anyOf ?? part.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fromPart(choice, name, known)))
  if (part.allOf) return fromPart(Object.assign({}, ...part.allOf), name, known)
  if (part.const !== undefined) return fc.constant(part.const)
  if (part.enum) return fc.constantFrom<unknown>(...part.enum)
  switch (part.type) {
    case 'object':
      return writeObject(part, known)
    case 'array': {
      const { minItems = 0, maxItems = 60, items = true } = part
      return fc.array(fromPart(items as Part, name, known), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) })
    }
    case 'integer':
    case 'number':
      return writeNumber(part)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return writeString(part, name, known)
    default:
      return hostileValue
  }
}

function spoil(value: unknown, path: readonly number[], bad: unknown): unknown {
  const [turn = 0, ...rest] = path
  if (Array.isArray(value) && value.length > 0 && rest.length > 0)
    return value.map((item, index) => (index === turn % value.length ? spoil(item, rest, bad) : item))
  if (value !== null && typeof value === 'object' && !Array.isArray(value) && rest.length > 0) {
    const names = Object.keys(value)
    const name = names[turn % names.length]
    if (name === undefined) return bad
    const fields = Object.entries(value).map(([key, field]) => [key, key === name ? spoil(field, rest, bad) : field])
    // Every fifth time the field goes, or gets another name.
    if (turn % 5 === 4) return Object.fromEntries([...fields.filter(([key]) => key !== name), ['__proto__', bad]].slice(turn % 2))
    return Object.fromEntries(fields)
  }
  return bad
}

/** Valid, nearly valid, and nothing like it. `right`: a value that the call takes, which chance would hardly find. */
export function fromSchema({ schema, known, right }: { schema: z.ZodType; known: Known; right?: unknown }): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const random = fromPart(json, '', known)
  const valid = right === undefined ? random : fc.oneof(random, fc.constant(right))
  const spoilt = fc
    .tuple(valid, fc.array(fc.nat(20), { minLength: 2, maxLength: 4 }), hostileValue)
    .map(([value, path, bad]) => spoil(value, path, bad))
  return fc.oneof({ weight: 4, arbitrary: valid }, { weight: 5, arbitrary: spoilt }, { weight: 1, arbitrary: hostileValue })
}

/** The same for what can only be text: parts of a path, words of a query, fields of a form. */
export function stringsFromSchema({ schema, known }: { schema: z.ZodObject; known: Known }): fc.Arbitrary<Record<string, string>> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const fields = Object.entries(json.properties ?? {}).map(([name, part]) => {
    const valid = fromPart(part, name, known).map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    return [name, fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: hostileText })] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>
}
