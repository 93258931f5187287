import { z } from 'zod'
import { undeclaredFields } from './catalog/declarations.ts'
import { defineCalls } from './kernel/endpoint.ts'
import { maxCountedProducts } from './kernel/limits/paging.ts'

const time = z.iso.datetime().nullable()
const counted = `counted up to ${maxCountedProducts + 1}`

export const firstDayCalls = defineCalls({
  getFirstDay: {
    route: 'GET /first-day',
    right: 'settings',
    summary: 'What a new shop still has to do, and whether payments, jobs and mails work',
    reply: {
      200: z.object({
        hasGstin: z.boolean(),
        hasAddress: z.boolean(),
        products: z.int().describe(`on sale, ${counted}`),
        undeclared: z.record(z.enum(undeclaredFields), z.int()).describe(`products on sale without it, ${counted}`),
        unrated: z.int().optional().describe(`products on sale whose HSN code has no tax rate, ${counted}; 0 when sales have no tax`),
        demoProducts: z.int().describe('on sale or drafts, as the demo made them'),
        emptyCategories: z.int().optional().describe('in the menu, without a product on sale'),
        hasSecondFactor: z.boolean().describe('of the administrator who asks'),
        hasOrder: z.boolean().describe('at least one was placed, a test order too'),
        payments: z.object({
          isOn: z.boolean().describe('card payment is set up'),
          lastWebhookAt: time.describe('the last message of the payment provider that arrived'),
          toReview: z.int(),
        }),
        mail: z.object({
          hasServer: z.boolean(),
          lastSentAt: time,
          waiting: z.int().describe('late by more than ten minutes'),
          givenUp: z.int().describe('in the last week'),
        }),
        jobs: z.object({ lastRunAt: time, failed: z.array(z.string()).describe('names of jobs that failed in the last day') }),
        assistants: z
          .object({
            isOn: z.boolean().describe('they may read the shop'),
            last: z
              .array(
                z.object({
                  agent: z.string().describe('host of its profile'),
                  requests: z.int(),
                  orders: z.int().optional().describe('placed from its checkouts'),
                  lastAt: z.iso.datetime(),
                }),
              )
              .describe('the last ones, with their requests and orders of 90 days'),
          })
          .optional(),
        disabledWebhooks: z.int().optional().describe('after failures'),
        backup: z.object({
          lastAt: time,
          failure: z.string().nullable().optional().describe('why the last try failed'),
        }),
      }),
    },
  },
})
