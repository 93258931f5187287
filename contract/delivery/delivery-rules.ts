import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, chosenRows, rowVersion } from '../kernel/field-schemas.ts'
import { chargeLimits } from '../kernel/limits/charge-limits.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { lineOutcome, tableResult, uploadedTable } from '../kernel/table-file.ts'
import { normalizePinPrefix } from '../kernel/typed-numbers.ts'
import { deliveryLimits as limits } from './delivery-limits.ts'
import { deliveryTexts as texts } from './delivery-texts.ts'
import { codAnswers } from './pin-codes.ts'

const days = z.int(texts.days).min(0, texts.days).max(limits.days, texts.days).nullable()

const isPaise = (rupees: number): boolean => Number(rupees.toFixed(2)) === rupees

/** What a rule says. */
export const deliveryRuleValues = z
  .object({
    prefix: z
      .string({ error: texts.prefix })
      .max(maxLengths.adminSearch, texts.prefix)
      .transform(normalizePinPrefix)
      .pipe(z.string().regex(/^\d{0,6}$/, texts.prefix))
      .describe('0 to 6 digits; empty: the rest of India'),
    deliver: z.boolean({ error: texts.deliver }),
    cod: z.enum(codAnswers, { error: texts.cod }),
    advance: z
      .number({ error: texts.advance })
      .min(1, texts.advance)
      .max(limits.advanceRupees, texts.advance)
      .refine(isPaise, texts.advance)
      .nullable()
      .describe('rupees; null unless `cod` is `advance`'),
    from: days.describe('days from the order; null: as the policies say'),
    to: days,
    charge: z
      .int(texts.charge)
      .min(0, texts.charge)
      .max(chargeLimits.rupees, texts.charge)
      .nullable()
      .default(null)
      .describe('whole rupees, for shipping; null: as the policies say'),
    reason: z
      .string({ error: texts.reason })
      .trim()
      .max(limits.reason, texts.reason)
      .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), texts.reason)
      .describe('for administrators; may be empty'),
  })
  .superRefine(({ cod, advance, from, to }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (cod === 'advance' && advance === null) refuse('advance', texts.advanceMissing)
    if (cod !== 'advance' && advance !== null) refuse('advance', texts.advanceUnused)
    if ((from === null) !== (to === null)) refuse('to', texts.daysIncomplete)
    if (from !== null && to !== null && from > to) refuse('to', texts.daysOrder)
  })
export type DeliveryRuleValues = z.output<typeof deliveryRuleValues>

const deliveryRule = z
  .object({
    _id: z.string(),
    ...deliveryRuleValues.shape,
    prefix: z.string().describe('0 to 6 digits; empty: the rest of India'),
    version: z.int(),
    changedAt: z.iso.datetime(),
    changedBy: z.string().nullable().describe('the name of the administrator; null: a deleted account'),
  })
  .register(schemaRegistry, { id: 'DeliveryRule' })
export type DeliveryRule = z.infer<typeof deliveryRule>

const ruleEvents = ['added', 'changed', 'deleted', 'imported'] as const

const deliveryRuleEvent = z.object({
  _id: z.string(),
  event: z.enum(ruleEvents),
  text: z.string().describe('what was changed, as a sentence'),
  happenedAt: z.iso.datetime(),
  by: z.string().nullable(),
})
export type DeliveryRuleEvent = z.infer<typeof deliveryRuleEvent>

const saved = { message: z.string(), rule: deliveryRule }

const fileLine = z.object({
  line: z.int().describe('in the file, from 1'),
  prefix: z.string().describe('as the file has it'),
  text: z.string().describe('what the rule says then, and what it said before'),
  outcome: lineOutcome,
  reason: z.string().nullable().describe('why the line is refused'),
})
export type DeliveryRuleLine = z.infer<typeof fileLine>

const { message, counts, notes, lines } = tableResult({ line: fileLine, shownLines: limits.shownLines }).shape
const fileResult = z.object({
  message,
  counts: counts.extend({
    missing: z.int().optional().describe('rules that no line names, and that stay; 0 when all lines are refused'),
    deleted: z.int().optional().describe('rules that no line names; only of an import that deletes them'),
  }),
  missing: z
    .array(z.string())
    .optional()
    .describe(`the first digits of missing rules, at most ${limits.shownMissing}; empty: the rest of India`),
  notes,
  lines,
})

export const deliveryRulesCalls = defineCalls({
  getDeliveryRules: {
    route: 'GET /delivery-rules',
    right: 'settings',
    summary: 'Where the shop delivers and takes cash, in the order of their digits',
    query: pageQuery.extend({
      limit: chosenRows,
      q: z
        .string()
        .max(maxLengths.adminSearch)
        .optional()
        .describe('a PIN code or its first digits: also finds the rules that count for it'),
    }),
    reply: { 200: z.object({ rules: z.array(deliveryRule), ...paged }) },
  },

  getDeliveryRuleEvents: {
    route: 'GET /delivery-rules/events',
    right: 'settings',
    summary: `The last ${limits.shownEvents} changes of the rules, newest first`,
    reply: { 200: z.object({ events: z.array(deliveryRuleEvent) }) },
  },

  addDeliveryRule: {
    route: 'POST /delivery-rules',
    right: 'settings',
    changes: 'products',
    summary: 'Add a rule for PIN codes. The longest prefix of a PIN code counts',
    body: deliveryRuleValues,
    reply: { 201: z.object(saved) },
  },

  editDeliveryRule: {
    route: 'PATCH /delivery-rules/:id',
    right: 'settings',
    changes: 'products',
    summary: 'Change a rule',
    params: byId,
    body: deliveryRuleValues.safeExtend({ version: rowVersion }),
    reply: { 200: z.object(saved) },
  },

  deleteDeliveryRule: {
    route: 'DELETE /delivery-rules/:id',
    right: 'settings',
    changes: 'products',
    summary: 'Delete a rule: the next shorter prefix counts again',
    params: byId,
    query: z.object({ version: z.coerce.number().pipe(rowVersion) }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  exportDeliveryRules: {
    route: 'GET /delivery-rules/export',
    right: 'settings',
    summary: 'All rules as a CSV file, which can be imported again',
    reply: { 200: z.unknown().describe('text/csv') },
  },

  checkDeliveryRuleFile: {
    route: 'POST /delivery-rules/check',
    right: 'settings',
    changes: 'nothing',
    summary: "What an import of this CSV file, such as a courier's list of PIN codes, would do; nothing is changed (multipart/form-data)",
    form: true,
    body: uploadedTable,
    reply: { 200: fileResult },
  },

  importDeliveryRules: {
    route: 'POST /delivery-rules/import',
    right: 'settings',
    changes: 'products',
    summary: 'Add and change rules from a CSV file; refused lines are left out (multipart/form-data)',
    form: true,
    body: uploadedTable.extend({
      missing: z.coerce
        .number()
        .int()
        .min(1)
        .max(limits.rules)
        .optional()
        .describe('deletes the rules that no line names: how many the check has counted; another number is rejected. Without it they stay'),
    }),
    reply: { 200: fileResult },
  },
})
