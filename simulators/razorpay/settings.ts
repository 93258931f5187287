import { z } from 'zod'
import { DEMO_KEY, type SimulatorOptions } from './server.ts'
import { SimulatorError } from './state.ts'

const environment = z.object({
  RAZORPAY_SIMULATOR_DEMO: z.literal('1', {
    error: 'must be 1: the simulator is for the demo shop, development and tests, never for a shop that takes money',
  }),
  RAZORPAY_SIMULATOR_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535, 'must be a port number').default(0),
  RAZORPAY_SIMULATOR_KEY_ID: z
    .string()
    .regex(/^rzp_test_\w+$/, 'must start with rzp_test_')
    .default(DEMO_KEY.keyId),
  RAZORPAY_SIMULATOR_KEY_SECRET: z.string().min(8, 'must have at least 8 characters').default(DEMO_KEY.keySecret),
  RAZORPAY_SIMULATOR_WEBHOOK_URL: z.url({ error: 'must be a URL' }).optional(),
  RAZORPAY_SIMULATOR_WEBHOOK_SECRET: z.string().min(1).default('loomlanedemowebhook00001'),
  RAZORPAY_SIMULATOR_STATE_FILE: z.string().optional(),
  RAZORPAY_SIMULATOR_CLOCK: z.enum(['real', 'manual'], { error: 'must be real or manual' }).default('real'),
})

export interface SimulatorSettings {
  readonly port: number
  readonly options: SimulatorOptions
}

/**
 * Parses the environment. Throws `SimulatorError` for an invalid setting. `NODE_ENV` does not tell a demo from a real shop
 * (both run the production build), so RAZORPAY_SIMULATOR_DEMO=1 is required.
 */
export function parseSettings({ source }: { source: Readonly<Record<string, string | undefined>> }): SimulatorSettings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { data, error } = environment.safeParse(given)
  if (error) throw new SimulatorError(`Setting ${error.issues[0]?.path.join('.')} ${error.issues[0]?.message}.`)
  const url = data.RAZORPAY_SIMULATOR_WEBHOOK_URL
  return {
    port: data.RAZORPAY_SIMULATOR_PORT,
    options: {
      key: { keyId: data.RAZORPAY_SIMULATOR_KEY_ID, keySecret: data.RAZORPAY_SIMULATOR_KEY_SECRET },
      endpoints: url === undefined ? [] : [{ url, secret: data.RAZORPAY_SIMULATOR_WEBHOOK_SECRET }],
      clock: data.RAZORPAY_SIMULATOR_CLOCK,
      stateFile: data.RAZORPAY_SIMULATOR_STATE_FILE ?? null,
    },
  }
}
