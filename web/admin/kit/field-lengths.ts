import type { z } from 'zod'

/** The parts of a schema that this looks at; which of them there are depends on its kind. */
interface Schema {
  readonly maxLength?: number | null
  readonly shape?: Readonly<Record<string, Schema>>
  readonly def: { readonly innerType?: unknown; readonly in?: unknown }
}

/** The most characters that a field of a body can have; undefined when its schema sets no limit. */
export function findMaxLength(body: z.ZodType, field: string): number | undefined {
  let schema = (body as Schema).shape?.[field]
  while (schema && schema.maxLength === undefined) schema = (schema.def.innerType ?? schema.def.in) as Schema | undefined
  return schema?.maxLength ?? undefined
}
