import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { block, richText } from './rich-text.ts'

export const ownTextLimits = { policyLength: 6_000, titleLength: 60, textLength: 200, lineLength: 80 } as const

const policyText = richText(ownTextLimits.policyLength).default('').describe('above the text of the shop; empty: none')

/** What an owner adds to the pages of the policies. Their figures and the text of the shop stay. */
export const policyTextSettings = z.object({
  returnPolicy: policyText,
  cancel: policyText,
  term: policyText,
  privacy: policyText,
  ship: policyText,
})

const policyNames = ['returnPolicy', 'cancel', 'term', 'privacy', 'ship'] as const satisfies readonly (keyof z.infer<
  typeof policyTextSettings
>)[]
export type PolicyName = (typeof policyNames)[number]

const line = (label: string, maxLength: number) =>
  z
    .string({ error: `${label} must be a text.` })
    .trim()
    .max(maxLength, { error: `${label} is too long.`, abort: true })
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), `${label} must be one line.`)
    .default('')
    .describe('empty: the usual text')

const tileTitle = (label: string) => line(`Title of ${label}`, ownTextLimits.titleLength)
const tileText = (label: string) => line(`Text of ${label}`, ownTextLimits.textLength)

/** Texts of an owner in place of the usual ones; empty: the usual one. */
export const shopTextSettings = z.object({
  serviceHours: line('Service hours', ownTextLimits.lineLength),
  shippingTitle: tileTitle('the first tile'),
  shippingText: tileText('the first tile'),
  supportTitle: tileTitle('the second tile'),
  supportText: tileText('the second tile'),
  moneyTitle: tileTitle('the third tile'),
  moneyText: tileText('the third tile'),
  paymentTitle: tileTitle('the fourth tile'),
  paymentText: tileText('the fourth tile'),
  emptyCart: line('Empty cart', ownTextLimits.lineLength),
  emptyList: line('Empty list', ownTextLimits.lineLength),
})
export type ShopTexts = z.output<typeof shopTextSettings>

export const ownTextCalls = defineCalls({
  getPolicyText: {
    route: 'GET /policies/:policy/text',
    who: 'anyone',
    summary: 'What the owner has written for the page of a policy; with the token of a preview link its draft',
    params: z.object({ policy: z.enum(policyNames) }),
    query: z.object({ preview: z.string().max(200).optional() }),
    reply: { 200: z.object({ text: z.array(block) }) },
  },
})
