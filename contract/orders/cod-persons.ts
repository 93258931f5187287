import { z } from 'zod'
import { deliveryLimits } from '../delivery/delivery-limits.ts'
import { deliveryTexts as texts } from '../delivery/delivery-texts.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId, requiredText, rowVersion } from '../kernel/field-schemas.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'

/** What an administrator has set for a person: no cash on delivery, or only after an advance that is paid online. */
export const codRestriction = z
  .object({
    cod: z.enum(['no', 'advance']),
    advance: rupees.nullable().describe('null unless `cod` is `advance`'),
    reason: z.string(),
    setAt: z.iso.datetime(),
    setBy: z.string().nullable().describe('the name of the administrator; null: a deleted account'),
    version: z.int().optional().describe('to send with a change'),
  })
  .register(schemaRegistry, { id: 'CodRestriction' })
export type CodRestriction = z.infer<typeof codRestriction>

const restriction = z
  .object({
    cod: codRestriction.shape.cod,
    advance: z
      .number({ error: texts.advance })
      .min(1, texts.advance)
      .max(deliveryLimits.advanceRupees, texts.advance)
      .refine((amount) => Number(amount.toFixed(2)) === amount, texts.advance)
      .nullable(),
    reason: requiredText('Reason', deliveryLimits.reason),
  })
  .superRefine(({ cod, advance }, context) => {
    const message = cod === 'advance' ? texts.advanceMissing : texts.advanceUnused
    if ((cod === 'advance') !== (advance !== null)) context.addIssue({ code: 'custom', path: ['advance'], message })
  })

const setting = codRestriction.pick({ cod: true, advance: true, reason: true })

/** What administrators have changed of a person. */
export const codPersonEvent = z
  .object({
    _id: z.string(),
    event: z.enum(['limited', 'changed', 'allowed']),
    before: setting.nullable(),
    after: setting.nullable(),
    happenedAt: z.iso.datetime(),
    by: z.string().nullable().describe('the name of the administrator; null: a deleted account'),
  })
  .register(schemaRegistry, { id: 'CodPersonEvent' })
export type CodPersonEvent = z.infer<typeof codPersonEvent>

const shownVersion = 'of what is set, as the administrator saw it; a change that is based on another one is rejected. Missing: not compared'

const ofCustomer = byId.describe('the id of an order of the customer, or of a customer without orders')

export const codPersonsCalls = defineCalls({
  restrictCod: {
    route: 'PATCH /customers/:id/cod',
    right: 'customers',
    changes: 'products',
    summary: 'Take no cash on delivery from a person, or only after an advance: for each phone of the orders, and the account',
    params: ofCustomer,
    body: restriction.safeExtend({ version: rowVersion.nullable().optional().describe(`${shownVersion}; null: nothing was set`) }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  allowCod: {
    route: 'DELETE /customers/:id/cod',
    right: 'customers',
    changes: 'products',
    summary: 'Take cash on delivery from a person again, as from everybody',
    params: ofCustomer,
    query: z.object({ version: z.coerce.number().pipe(rowVersion).optional().describe(shownVersion) }),
    reply: { 200: z.object({ message: z.string() }) },
  },
})
