import { resolve } from 'node:path'
import { z } from 'zod'
import { isEmail } from '#contract/kernel/email.ts'
import { isGstin } from '#contract/kernel/gstin.ts'
import { minAdminPinLength } from '#contract/kernel/limits/account-limits.ts'
import { StartupError } from './startup-error.ts'

const flag = z
  .enum(['1', '0', 'true', 'false', 'on', 'off', 'yes', 'no'], { error: 'must be on or off (or yes or no, true or false, 1 or 0)' })
  .transform((value) => ['1', 'true', 'on', 'yes'].includes(value))

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://shop.example' })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))

/** The public origin of the shop, without a path. */
const publicUrl = z.string().transform((text, context) => {
  const { protocol, origin, href } = URL.canParse(text) ? new URL(text) : new URL('none:')
  if (['http:', 'https:'].includes(protocol) && href === `${origin}/`) return origin
  context.addIssue('must be a URL without a path, such as https://shop.example')
  return z.NEVER
})

/** Decimal digits only. */
const wholeNumber = ({ min, max, error }: { min: number; max: number; error: string }) =>
  z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))

/** How much may be ordered or held. */
const cap = wholeNumber({ min: 1, max: 100_000_000, error: 'must be a number from 1 to 100000000' })

/** `shop@example.com` or `My shop <shop@example.com>`. */
const mailSender = z
  .string()
  .trim()
  .transform((text) => {
    const { name = '', address = text } = /^(?<name>[^<>\p{Cc}]*)<(?<address>[^<>]+)>$/u.exec(text)?.groups ?? {}
    return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
  })
  .refine(({ address }) => isEmail(address), 'must look like My shop <shop@example.com>')

/** The parts of `s3://bucket?endpoint=https://store.example&region=eu-central-1`. */
const bucketUrl = z.string().transform((text, context) => {
  const { protocol, hostname, pathname, searchParams } = URL.canParse(text) ? new URL(text) : new URL('none:')
  const { endpoint, region = 'us-east-1', ...others } = Object.fromEntries(searchParams)
  const isBucket = protocol === 's3:' && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) && /^\/?$/.test(pathname)
  const isEndpoint = endpoint === undefined || httpUrl.safeParse(endpoint).success
  if (isBucket && isEndpoint && /^[a-z0-9-]+$/.test(region) && Object.keys(others).length === 0)
    return { bucket: hostname, endpoint, region }
  context.addIssue('must look like s3://bucket?region=eu-central-1 or s3://bucket?endpoint=https://store.example')
  return z.NEVER
})

/** A key that was pasted: white space around it, such as the end of a line, is no part of it. */
const secretText = z.string().trim().regex(/^\S*$/, 'must not contain spaces or line breaks')

const passwordHint = 'In its password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25'

/** One host only: `pg` does not support a list. */
const databaseUrl = z
  .string()
  .trim()
  .regex(
    /^postgres(ql)?:\/\/([^@/]*@)?[^,/?]*([/?].*)?$/,
    `must look like postgres://user:password@host/database, with one host. ${passwordHint}`,
  )
  .refine((text) => !/#|^[^?]*:\/\/[^?@]*\/[^?@]*@/.test(text), `has a password with a character that ends the host. ${passwordHint}`)

const environment = z.object({
  PORT: wholeNumber({ min: 0, max: 65_535, error: 'must be a port number' }).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(path)),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_READ_URLS: z.undefined('is no longer supported: set DATABASE_READ_URL to one URL, which is used for reports').optional(),
  DATABASE_POOL: wholeNumber({ min: 2, max: 1000, error: 'must be a number from 2 to 1000' }).default(20),
  WORKERS: wholeNumber({ min: 1, max: 16, error: 'must be a number from 1 to 16' }).default(1),
  PUBLIC_URL: publicUrl.optional(),
  ADMIN_NAME: z
    .string()
    .trim()
    .max(60, 'must have at most 60 characters')
    .regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit')
    .default('admin'),
  ADMIN_PIN: z.string().min(4, 'must have at least 4 characters').max(64, 'must have at most 64 characters').optional(),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], { error: 'must be required or optional' }).optional(),
  DEMO: flag.optional(),
  STORE_NAME: z.string().trim().min(1, 'must have a text').max(60, 'must have at most 60 characters').default('Loom & Lane'),
  STORE_EMAIL: z.email('must be an email address').default('care@loomandlane.example'),
  STORE_PHONE: z.string().default('+91 80 4000 2026'),
  STORE_ADDRESS: z.string().trim().max(300, 'must have at most 300 characters').optional(),
  STORE_GSTIN: z
    .string()
    .trim()
    .toUpperCase()
    .refine(isGstin, 'must be a GSTIN: 15 characters with a valid state code and check character, such as 27AAPFU0939F1ZV')
    .optional(),
  STORE_DESCRIPTION: z.string().trim().min(1, 'must have a text').max(300, 'must have at most 300 characters').optional(),
  STORE_GRIEVANCE_OFFICER: z.string().trim().max(300, 'must have at most 300 characters').optional(),
  STORE_SOCIAL_URL: httpUrl.default('https://instagram.com/loomandlane'),
  STORE_CHAT_URL: httpUrl.default('https://wa.me/918040002026'),
  SMTP_URL: z
    .string()
    .trim()
    .refine((text) => !text.includes('#'), `must not contain #. ${passwordHint}`)
    .pipe(
      z.url({
        protocol: /^smtps?$/,
        hostname: /./,
        error: `must look like smtp://user:password@host:587 or smtps://host. ${passwordHint}`,
      }),
    )
    .optional(),
  MAIL_FROM: mailSender.optional(),
  CONFIRMATION_REMINDER_HOURS: wholeNumber({ min: 1, max: 168, error: 'must be a number of hours from 1 to 168' }).default(24),
  LISTING_SPINNER_MS: wholeNumber({ min: 0, max: 10_000, error: 'must be milliseconds, at most 10000' }).default(1000),
  RAZORPAY_KEY_ID: z
    .string()
    .trim()
    .regex(/^rzp_(test|live)_/, 'must start with rzp_test_ or rzp_live_')
    .optional(),
  RAZORPAY_KEY_SECRET: secretText.optional(),
  // The owner chooses it in Razorpay's dashboard, also with spaces inside.
  RAZORPAY_WEBHOOK_SECRET: z.string().trim().optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().trim().optional(),
  RAZORPAY_API_URL: httpUrl.optional(),
  RAZORPAY_CHECKOUT_URL: httpUrl.optional(),
  SHIPROCKET_EMAIL: z.email('must be an email address').optional(),
  SHIPROCKET_PASSWORD: z.string().trim().optional(),
  SHIPROCKET_API_URL: httpUrl.optional(),
  META_API_URL: httpUrl.optional(),
  IMAGE_STORE: bucketUrl.optional(),
  AWS_ACCESS_KEY_ID: secretText.optional(),
  AWS_SECRET_ACCESS_KEY: secretText.optional(),
  AWS_SESSION_TOKEN: secretText.optional(),
  NIGHTLY_BACKUP: flag.default(true),
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_STORE: bucketUrl.optional(),
  BACKUP_ACCESS_KEY_ID: secretText.optional(),
  BACKUP_SECRET_ACCESS_KEY: secretText.optional(),
  SECRET: z
    .string()
    .refine((text) => text.trim().length >= 32, 'must have at least 32 characters')
    .optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^(\d|on|off|true|false|yes|no)$/, 'must be the number of proxies in front of the shop, from 0 to 9, or on or off')
    .transform((text) => (/^\d$/.test(text) ? Number(text) : Number(flag.parse(text))))
    .default(0),
  SHARED_CACHE: flag.default(false),
  UCP: flag.optional(),
  UCP_LOCAL_AGENTS: flag.default(false),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  CONFIRMATION_RELEASE_HOURS: wholeNumber({ min: 0, max: 720, error: 'must be a number of hours from 0 to 720' }).default(24),
  COD_ORDER_MAX_ITEMS: cap.default(30),
  COD_ORDER_MAX_RUPEES: cap.default(50_000),
  COD_DAILY_MAX_ITEMS: cap.default(50),
  COD_DAILY_MAX_RUPEES: cap.default(100_000),
  COD_DAILY_MAX_PLACED_ITEMS: cap.default(100),
  COD_DAILY_MAX_PLACED_RUPEES: cap.default(200_000),
  COD_PRODUCT_MAX_PERCENT: wholeNumber({ min: 1, max: 100, error: 'must be a number from 1 to 100' }).default(33),
  HOLD_MAX_CHECKOUTS: cap.default(3),
  HOLD_MAX_ITEMS: cap.default(30),
  HOLD_IP_MAX_ITEMS: cap.default(30),
  SHUTDOWN_DELAY_MS: wholeNumber({ min: 0, max: 10_000, error: 'must be milliseconds, at most 10000' }).default(0),
  LIMITS_FACTOR: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/, 'must be a number')
    .transform(Number)
    .pipe(z.number().positive('must be above 0'))
    .default(1),
})

export type Settings = Omit<z.output<typeof environment>, 'DEMO' | 'MAIL_FROM' | 'ADMIN_SECOND_FACTOR' | 'UCP'> & {
  /** whether administrators must sign in with a code */
  readonly ADMIN_SECOND_FACTOR: 'required' | 'optional'
  /** sender of the shop's mails */
  readonly MAIL_FROM: { readonly name: string; readonly address: string }
  /** demo products, payment simulator, printed PIN of the first administrator */
  readonly DEMO: boolean
  /** assistants may read the shop through the Universal Commerce Protocol */
  readonly UCP: boolean
  /** cookies are Secure and HSTS is sent */
  readonly secure: boolean
  /** outside of a demo without SMTP_URL: mails are written to files and reach nobody */
  readonly lacksMailServer: boolean
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Parses the environment; an empty value counts as not set. Throws `StartupError`, which names the setting and the remedy. */
export function parseSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartupError(`Setting ${issue?.path.join('.')} ${issue?.message}. See README.md, "Settings".`)
  }
  const { DEMO: demo, MAIL_FROM, ...others } = parsed.data
  const DEMO = demo ?? !others.DATABASE_URL
  const secure = others.PUBLIC_URL?.startsWith('https:') ?? false
  const settings = {
    ...others,
    secure,
    DEMO,
    UCP: others.UCP ?? secure,
    ADMIN_SECOND_FACTOR: others.ADMIN_SECOND_FACTOR ?? (DEMO ? ('optional' as const) : ('required' as const)),
    lacksMailServer: !DEMO && others.SMTP_URL === undefined,
    MAIL_FROM: MAIL_FROM ?? { name: others.STORE_NAME, address: others.STORE_EMAIL },
  }
  const isExposed = settings.secure || !loopback.has(settings.HOST)
  if (demo === undefined && isExposed && !settings.DATABASE_URL) {
    throw new StartupError('Setting DEMO must be set to on or off when the shop is reachable from outside, as HOST or PUBLIC_URL says.')
  }
  if (!loopback.has(settings.HOST) && !settings.PUBLIC_URL) {
    throw new StartupError(
      'Setting PUBLIC_URL must be set when HOST is reachable from outside: without it links contain the Host header of a visitor.',
    )
  }
  const conflict = findConflict(settings) ?? findCardConflict(settings)
  if (conflict) throw new StartupError(`Setting ${conflict}`)
  return settings
}

/** What is wrong with settings that belong together. */
function findConflict(settings: Settings): string | undefined {
  if (settings.DATABASE_URL && !settings.SECRET)
    return 'SECRET is required with DATABASE_URL: at least 32 random characters, the same on every server.'
  if (!settings.DEMO && settings.ADMIN_PIN && [...settings.ADMIN_PIN].length < minAdminPinLength)
    return `ADMIN_PIN must have at least ${minAdminPinLength} characters when DEMO is off.`
  if (settings.SHARED_CACHE && !settings.PUBLIC_URL)
    return 'SHARED_CACHE needs PUBLIC_URL: without it pages contain the host that a visitor has sent.'
  if (settings.DATABASE_READ_URL && !settings.DATABASE_URL) return 'DATABASE_READ_URL names a replica of DATABASE_URL: set both or none.'
  if (settings.IMAGE_STORE && !settings.AWS_ACCESS_KEY_ID !== !settings.AWS_SECRET_ACCESS_KEY)
    return 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both, or none to use the IAM role of the server.'
  if (!settings.BACKUP_ACCESS_KEY_ID !== !settings.BACKUP_SECRET_ACCESS_KEY)
    return 'BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY belong together: set both, or none to use those of IMAGE_STORE or the IAM role.'
  if (!settings.SHIPROCKET_EMAIL !== !settings.SHIPROCKET_PASSWORD)
    return 'SHIPROCKET_EMAIL and SHIPROCKET_PASSWORD belong together: set both to book pick-ups of returns, or none.'
  // It receives the password and addresses of shoppers.
  const url = settings.SHIPROCKET_API_URL
  if (url && !(settings.DEMO && settings.SHIPROCKET_EMAIL && loopback.has(new URL(url).hostname)))
    return 'SHIPROCKET_API_URL is for a simulator only: on this machine (127.0.0.1), with SHIPROCKET_EMAIL and DEMO=on. Shiprocket itself needs none.'
  if (settings.META_API_URL && !(settings.DEMO && loopback.has(new URL(settings.META_API_URL).hostname)))
    return 'META_API_URL is for a simulator only: on this machine (127.0.0.1), with DEMO=on. Meta itself needs none.'
  const hosts = [settings.HOST, settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).hostname].filter((host) => host !== undefined)
  const isLocal = settings.DEMO && settings.TRUST_PROXY === 0 && hosts.every((host) => loopback.has(host))
  if (settings.UCP_LOCAL_AGENTS && !isLocal)
    return 'UCP_LOCAL_AGENTS is for tests only: with DEMO=on, HOST and PUBLIC_URL of this machine (127.0.0.1), and no proxy (TRUST_PROXY).'
  return undefined
}

/** Incomplete keys of the payment provider, and another provider URL outside of a demo. */
function findCardConflict(settings: Settings): string | undefined {
  const keys = [settings.RAZORPAY_KEY_ID, settings.RAZORPAY_KEY_SECRET, settings.RAZORPAY_WEBHOOK_SECRET].filter(Boolean)
  if (keys.length > 0 && keys.length < 3)
    return 'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET belong together: set all three or none.'
  if (settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS && keys.length === 0)
    return 'RAZORPAY_WEBHOOK_SECRET_PREVIOUS needs the new RAZORPAY_WEBHOOK_SECRET and both keys.'
  const urls = [settings.RAZORPAY_API_URL, settings.RAZORPAY_CHECKOUT_URL].filter((url) => url !== undefined)
  if (urls.length === 0) return undefined
  // These URLs receive the secret key and decide what counts as paid.
  const isTest = settings.DEMO && settings.RAZORPAY_KEY_ID?.startsWith('rzp_test_')
  if (isTest && urls.length === 2 && urls.every((url) => loopback.has(new URL(url).hostname))) return undefined
  return 'RAZORPAY_API_URL and RAZORPAY_CHECKOUT_URL are for a simulator only: both, on this machine (127.0.0.1), with rzp_test_ keys and DEMO=on. Razorpay itself needs neither.'
}
