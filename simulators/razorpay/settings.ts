import { z } from 'zod'
import { DEMO_KEY, type SimulatorOptions } from './server.ts'

const environment = z.object({
  RAZORPAY_SIMULATOR_DEMO: z.literal('1', {
    error: 'must be 1: this is a toy bank for the demo shop, development and tests, never for a shop that takes money',
  }),
  RAZORPAY_SIMULATOR_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535, 'must be a port number').default(0),
  RAZORPAY_SIMULATOR_KEY_ID: z
    .string()
    .regex(/^rzp_test_\w+$/, 'must start with rzp_test_')
    .default(DEMO_KEY.keyId),
  RAZORPAY_SIMULATOR_KEY_SECRET: z.string().min(8, 'must have at least 8 characters').default(DEMO_KEY.keySecret),
  RAZORPAY_SIMULATOR_WEBHOOK_URL: z.url({ error: 'must be a web address' }).optional(),
  RAZORPAY_SIMULATOR_WEBHOOK_SECRET: z.string().min(1).default('loomlanedemowebhook00001'),
  RAZORPAY_SIMULATOR_CLOCK: z.enum(['real', 'manual'], { error: 'must be real or manual' }).default('real'),
})

export interface Start {
  readonly port: number
  readonly options: SimulatorOptions
}

export class SettingProblem extends Error {}

/**
 * Reads the environment once. `NODE_ENV` cannot say whether this is a real shop, since the demo shop serves React's
 * production build too; so the shop says it is a demo with RAZORPAY_SIMULATOR_DEMO=1, and nothing starts without that.
 */
export function readStart({ source }: { source: Readonly<Record<string, string | undefined>> }): Start {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SettingProblem(`Setting ${issue?.path.join('.')} ${issue?.message}.`)
  }
  const { data } = parsed
  const url = data.RAZORPAY_SIMULATOR_WEBHOOK_URL
  return {
    port: data.RAZORPAY_SIMULATOR_PORT,
    options: {
      keys: [{ keyId: data.RAZORPAY_SIMULATOR_KEY_ID, keySecret: data.RAZORPAY_SIMULATOR_KEY_SECRET }],
      endpoints: url === undefined ? [] : [{ url, secret: data.RAZORPAY_SIMULATOR_WEBHOOK_SECRET }],
      clock: data.RAZORPAY_SIMULATOR_CLOCK,
    },
  }
}
