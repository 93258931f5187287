import { resolve } from 'node:path'
import { z } from 'zod'
import { StartProblem } from './start-problem.ts'

const flag = z.enum(['1', '0', 'true', 'false', 'on', 'off', 'yes', 'no']).transform((word) => ['1', 'true', 'on', 'yes'].includes(word))

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://shop.example' })
  .transform((url) => url.replace(/\/+$/, ''))

const environment = z.object({
  PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a port number')
    .min(0)
    .max(65_535, 'must be a port number')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(path)),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must look like postgres://user:password@host/database')
    .optional(),
  PUBLIC_URL: webAddress.optional(),
  ADMIN_NAME: z.string().trim().min(1).max(60).default('admin'),
  ADMIN_PIN: z.string().min(4, 'must have at least 4 characters').max(64).optional(),
  DEMO: flag.optional(),
  STORE_NAME: z.string().trim().min(1).max(60).default('Loom & Lane'),
  STORE_EMAIL: z.email('must be an e-mail address').default('care@loomandlane.example'),
  STORE_PHONE: z.string().default('+91 80 4000 2026'),
  STORE_SOCIAL_URL: webAddress.default('https://instagram.com/loomandlane'),
  STORE_CHAT_URL: webAddress.default('https://wa.me/918040002026'),
  LISTING_SPINNER_MS: z.coerce.number({ error: 'must be milliseconds' }).int().min(0).max(10_000).default(1000),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  LIMITS_FACTOR: z.coerce.number({ error: 'must be a number' }).positive().default(1),
})

export type Settings = Omit<z.output<typeof environment>, 'DEMO'> & {
  /** conveniences of the demo shop: products, printed PIN */
  readonly DEMO: boolean
  /** cookies are Secure and HSTS is sent */
  readonly secure: boolean
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])

/** Reads the environment once. Throws `StartProblem` that names the setting and the cure. An empty value counts as not set. */
export function readSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartProblem(`Setting ${issue?.path.join('.')} ${issue?.message}. See README.md, "Settings".`)
  }
  const settings = parsed.data
  const secure = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const exposed = secure || !loopback.has(settings.HOST)
  if (settings.DEMO === undefined && exposed && !settings.DATABASE_URL) {
    throw new StartProblem('Setting DEMO must be set to on or off when the shop is reachable from outside (HOST or PUBLIC_URL say so).')
  }
  if (settings.DATABASE_URL && !settings.SECRET) {
    throw new StartProblem('Setting SECRET is required with DATABASE_URL: at least 32 random characters, the same on every server.')
  }
  return { ...settings, secure, DEMO: settings.DEMO ?? !settings.DATABASE_URL }
}
