import { sql } from 'kysely'
import type { EnteredProvider, ShownProviderKeys } from '#contract/settings/provider-keys.ts'
import type { Database } from '../../database/schema.ts'
import { settingsChannel } from '../../database/settings-channel.ts'
import { decryptText, encryptText } from '../../kernel/encrypt-text.ts'
import type { Settings } from '../../kernel/settings.ts'

interface Stored {
  readonly database: Database
  /** encrypts the secrets */
  readonly key: Buffer
}

/** A key pair of Razorpay. */
export interface RazorpaySecrets {
  readonly keyId: string
  readonly keySecret: string
  readonly webhookSecret: string
}

export interface ShiprocketSecrets {
  readonly email: string
  readonly password: string
}

export interface MetaSecrets {
  /** of the data set, which was named pixel before */
  readonly pixelId: string
  readonly accessToken: string
  /** shows the event of the test among the test events; may be empty */
  readonly testCode: string
}

/** What was entered; undefined without it, or when the secret of the shop has changed since. */
export interface EnteredKeys {
  /** the latest key pair first, then earlier ones, which finish their payments */
  readonly razorpay?: readonly RazorpaySecrets[] | undefined
  readonly shiprocket?: ShiprocketSecrets | undefined
  readonly meta?: MetaSecrets | undefined
}

/** Key pairs of Razorpay that are stored together. */
const maxKeyPairs = 4

/** Characters of a secret that are shown again, and the length from which on they tell little of it. */
const shownEnd = { characters: 4, minLength: 12 }

const toContext = (provider: EnteredProvider) => `${provider} keys`

function decrypt<Secrets>({ key, row }: { key: Buffer; row: { provider: EnteredProvider; secrets: Buffer } }): Secrets | undefined {
  try {
    return JSON.parse(decryptText({ key, context: toContext(row.provider), bytes: row.secrets }))
  } catch {
    return undefined
  }
}

export async function readProviderKeys({ database, key }: Stored): Promise<EnteredKeys> {
  const rows = await database.selectFrom('provider_keys').selectAll().execute()
  const read = <Secrets>(provider: EnteredProvider) => {
    const row = rows.find((each) => each.provider === provider)
    return row && decrypt<Secrets>({ key, row })
  }
  return {
    razorpay: read<RazorpaySecrets[]>('razorpay'),
    shiprocket: read<ShiprocketSecrets>('shiprocket'),
    meta: read<MetaSecrets>('meta'),
  }
}

/** Whether the settings of the server name an account, which wins over entered keys. */
export const isSetByServer = ({ settings, provider }: { settings: Settings; provider: EnteredProvider }): boolean =>
  ({ razorpay: settings.RAZORPAY_KEY_ID, shiprocket: settings.SHIPROCKET_EMAIL, meta: undefined })[provider] !== undefined

/** The providers whose keys were entered and cannot be read, because the secret of the shop has changed since. */
export async function listUnreadableKeys({ database, key, settings }: Stored & { settings: Settings }): Promise<EnteredProvider[]> {
  const rows = await database.selectFrom('provider_keys').selectAll().orderBy('provider').execute()
  return rows
    .filter((row) => !isSetByServer({ settings, provider: row.provider }) && decrypt({ key, row }) === undefined)
    .map(({ provider }) => provider)
}

/** What administrators see of the keys of one provider. */
export async function showProviderKeys({
  database,
  key,
  provider,
  isSet,
}: Stored & { provider: EnteredProvider; isSet: boolean }): Promise<ShownProviderKeys> {
  const row = await database.selectFrom('provider_keys').selectAll().where('provider', '=', provider).executeTakeFirst()
  if (!row) return { provider, source: isSet ? 'environment' : 'none', entered: null }
  const { account, secret_end: secretEnd, entered_at } = row
  return {
    provider,
    source: isSet ? 'environment' : 'entered',
    entered: { account, secretEnd, enteredAt: entered_at.toISOString(), isReadable: decrypt({ key, row }) !== undefined },
  }
}

interface NewKeys {
  readonly provider: EnteredProvider
  readonly account: string
  readonly secret: string
  readonly secrets: readonly RazorpaySecrets[] | ShiprocketSecrets | MetaSecrets
}

/** Stores the keys and tells all processes. */
async function storeKeys({ database, key, keys: { provider, account, secret, secrets } }: Stored & { keys: NewKeys }): Promise<void> {
  const row = {
    provider,
    account,
    secrets: encryptText({ key, context: toContext(provider), text: JSON.stringify(secrets) }),
    secret_end: secret.length < shownEnd.minLength ? '' : secret.slice(-shownEnd.characters),
    entered_at: new Date(),
  }
  await database.transaction().execute(async (trx) => {
    await trx
      .insertInto('provider_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('provider').doUpdateSet(row))
      .execute()
    await sql`select pg_notify(${settingsChannel}, '')`.execute(trx)
  })
}

/** Stores a key pair before the earlier ones, whose payments need them. */
export async function storeRazorpayKeys({ entered, ...stored }: Stored & { entered: RazorpaySecrets }): Promise<void> {
  const { razorpay: earlier = [] } = await readProviderKeys(stored)
  const secrets = [entered, ...earlier.filter((each) => each.keyId !== entered.keyId || each.webhookSecret !== entered.webhookSecret)]
  const keys = { provider: 'razorpay', account: entered.keyId, secret: entered.keySecret, secrets: secrets.slice(0, maxKeyPairs) } as const
  await storeKeys({ ...stored, keys })
}

export async function storeShiprocketKeys({ entered, ...stored }: Stored & { entered: ShiprocketSecrets }): Promise<void> {
  const keys = { provider: 'shiprocket', account: entered.email, secret: entered.password, secrets: entered } as const
  await storeKeys({ ...stored, keys })
}

export async function storeMetaKeys({ entered, ...stored }: Stored & { entered: MetaSecrets }): Promise<void> {
  const keys = { provider: 'meta', account: entered.pixelId, secret: entered.accessToken, secrets: entered } as const
  await storeKeys({ ...stored, keys })
}

export async function removeProviderKeys({ database, provider }: Pick<Stored, 'database'> & { provider: EnteredProvider }): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await trx.deleteFrom('provider_keys').where('provider', '=', provider).execute()
    await sql`select pg_notify(${settingsChannel}, '')`.execute(trx)
  })
}
