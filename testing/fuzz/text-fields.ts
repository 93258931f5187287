import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** A text or a list of an input. */
export interface SizedField {
  /** names of properties; `[]` is an element of an array */
  path: readonly string[]
  isText: boolean
  /** a maximum number of characters or elements */
  hasMaximum: boolean
}

/** Formats whose texts have a fixed length. */
const fixedFormats = ['uuid', 'date', 'date-time']

const hasListedNames = ({ propertyNames }: JsonSchema) => typeof propertyNames === 'object' && propertyNames.enum !== undefined

function listOf(part: JsonSchema | boolean, path: readonly string[]): SizedField[] {
  if (typeof part === 'boolean') return []
  const choices = part.anyOf ?? part.oneOf ?? part.allOf
  if (choices) return choices.flatMap((choice) => listOf(choice, path))
  switch (part.type) {
    case 'string':
      // A file has a maximum of its own kind.
      if (part.enum || part.const !== undefined || part.format === 'binary') return []
      return [{ path, isText: true, hasMaximum: part.maxLength !== undefined || fixedFormats.includes(part.format ?? '') }]
    case 'array':
      return [
        { path, isText: false, hasMaximum: part.maxItems !== undefined },
        ...listOf((part.items ?? true) as JsonSchema | boolean, [...path, '[]']),
      ]
    case 'object':
      return [
        ...Object.entries(part.properties ?? {}).flatMap(([name, field]) => listOf(field, [...path, name])),
        // A record has any number of properties, unless their names are listed.
        ...(typeof part.additionalProperties === 'object' && !hasListedNames(part)
          ? [{ path, isText: false, hasMaximum: part.maxProperties !== undefined }]
          : []),
      ]
    default:
      return []
  }
}

/** Every text and every list of an input schema, at any depth. */
export function listSizedFields(schema: z.ZodType): SizedField[] {
  return listOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
}

/** A copy of an input in which the field at a path of `listSizedFields` has another value. */
export function setField(input: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (name === '[]') return [setField(Array.isArray(input) ? input[0] : undefined, rest, value)]
  const fields = typeof input === 'object' && input !== null ? input : {}
  return { ...fields, [name]: setField(fields[name as keyof typeof fields], rest, value) }
}
