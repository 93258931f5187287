import { z } from 'zod'
import { emailShape } from '../kernel/email.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { requiredLine } from '../kernel/field-schemas.ts'

/** Payment, courier and advertising providers whose keys administrators can enter. */
export const enteredProviders = ['razorpay', 'shiprocket', 'meta'] as const
export type EnteredProvider = (typeof enteredProviders)[number]

const providerKeys = z.object({
  provider: z.enum(enteredProviders),
  source: z.enum(['environment', 'entered', 'none']).describe('environment: settings of the server, which win'),
  entered: z
    .object({
      account: z
        .string()
        .describe('the public key id of Razorpay, the email address of the API user of Shiprocket, or the id of the data set of Meta'),
      secretEnd: z.string().describe('the last characters of the secret, empty for a short one'),
      enteredAt: z.iso.datetime(),
      isReadable: z.boolean().describe('false: the secret of the shop has changed since, so the keys must be entered again'),
    })
    .nullable(),
})
export type ShownProviderKeys = z.infer<typeof providerKeys>

const changed = z.object({ keys: providerKeys, message: z.string() })
const params = z.object({ provider: z.enum(enteredProviders) })

/** A key that was pasted has no spaces inside. */
const secretKey = (label: string, maxLength = 200) => requiredLine(label, maxLength).regex(/^\S+$/, `${label} must not contain spaces.`)

export const providerKeyCalls = defineCalls({
  getProviderKeys: {
    route: 'GET /provider-keys',
    right: 'settings',
    summary: 'The accounts at the payment and courier providers, without their secrets',
    reply: {
      200: z.object({
        providers: z.array(providerKeys),
        parcelNewsKey: z.string().optional().describe('the key that the courier sends with its messages as `x-api-key`'),
      }),
    },
  },

  setRazorpayKeys: {
    route: 'POST /provider-keys/razorpay',
    right: 'settings',
    furtherRights: ['money'],
    changes: 'nothing',
    summary: 'Enter the keys of Razorpay. Needs the PIN again',
    body: z.object({
      keyId: requiredLine('Key id', 100).regex(/^rzp_(test|live)_\w+$/, 'Key id must start with rzp_test_ or rzp_live_.'),
      keySecret: secretKey('Key secret'),
      webhookSecret: requiredLine('Webhook secret', 200),
    }),
    reply: { 200: changed },
  },

  setShiprocketKeys: {
    route: 'POST /provider-keys/shiprocket',
    right: 'settings',
    changes: 'nothing',
    summary: 'Enter the API user of Shiprocket. Needs the PIN again',
    body: z.object({ email: requiredLine('Email', 254).pipe(emailShape), password: requiredLine('Password', 500) }),
    reply: { 200: changed },
  },

  setMetaKeys: {
    route: 'POST /provider-keys/meta',
    right: 'settings',
    changes: 'nothing',
    summary: 'Enter the data set (pixel) of Meta that purchases are reported to. Needs the PIN again',
    body: z.object({
      pixelId: requiredLine('Data set id', 30).regex(/^[1-9]\d{4,}$/, 'Data set id must have digits only.'),
      accessToken: secretKey('Access token', 1_000),
      testCode: z
        .union([
          z.literal(''),
          z
            .string()
            .trim()
            .max(50)
            .regex(/^TEST\w+$/, 'Test event code must look like TEST12345.'),
        ])
        .default(''),
    }),
    reply: { 200: changed },
  },

  removeProviderKeys: {
    route: 'DELETE /provider-keys/:provider',
    right: 'settings',
    furtherRights: ['money'],
    changes: 'nothing',
    summary: 'Forget the keys of a provider that were entered. Needs the PIN again',
    params,
    reply: { 200: changed },
  },

  testProviderKeys: {
    route: 'POST /provider-keys/:provider/test',
    right: 'settings',
    changes: 'nothing',
    summary: 'Sign in at the provider with the keys in use, which changes nothing there. Meta gets an event that is no purchase',
    params,
    reply: { 200: z.object({ message: z.string() }) },
  },
})
