import { normalizeName } from '#contract/accounts/names.ts'
import { isWeakPin } from '#contract/accounts/weak-pins.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { findPinError, type Pins } from '../pins/pins.ts'
import { replacePin } from '../sign-in/reset-pin.ts'
import { addAccountLink, claimAccountLink, findAccountLink } from './account-links.ts'
import type { AccountSecrets } from './account-secrets.ts'

/** More accounts with one address are no family. */
const maxAccounts = 10

/** The shoppers with this verified address, or else the one with this name and a verified address. Administrators are left out. */
async function findAccounts({ trx, nameOrEmail }: { trx: Transaction; nameOrEmail: string }) {
  const accounts = trx
    .selectFrom('users')
    .select(['id', 'name', 'verified_email'])
    .where('role', '=', 'user')
    .where('verified_email', 'is not', null)
    .orderBy('created_at')
    .limit(maxAccounts)
  // The address first: anybody may register the address of somebody else as a name.
  const ofEmail = await accounts.where(({ eb, fn }) => eb(fn('lower', ['verified_email']), '=', nameOrEmail.toLowerCase())).execute()
  return ofEmail.length > 0 ? ofEmail : accounts.where('name_key', '=', normalizeName(nameOrEmail)).execute()
}

interface ResetMail {
  readonly trx: Transaction
  readonly mailId: string
  readonly nameOrEmail: string
  readonly secrets: AccountSecrets
}

/** Adds the links of a mail about a forgotten PIN: one for each account of its address; undefined when nobody gets one. */
export async function addResetLinks({ trx, mailId, nameOrEmail, secrets }: ResetMail) {
  const accounts = await findAccounts({ trx, nameOrEmail })
  const email = accounts[0]?.verified_email
  if (!email) return undefined
  const links: { name: string; token: string }[] = []
  for (const { id: userId, name } of accounts) {
    const token = secrets.createLinkToken({ mailId, userId })
    await addAccountLink({ database: trx, token, userId, purpose: 'reset pin', email })
    links.push({ name, token })
  }
  return { to: email, links }
}

/**
 * Replaces the PIN by a link. Returns the account's id.
 *
 * @throws AppError 400 for an invalid PIN.
 * @throws AppError 410 for a link that has ended.
 */
export async function resetForgottenPin({
  database,
  pins,
  token,
  newPin,
}: {
  database: Database
  pins: Pins
  token: string
  newPin: string
}): Promise<string> {
  const { name } = await findAccountLink({ database, token, purpose: 'reset pin' })
  const code = findPinError(newPin)
  if (code) throw new AppError(code, { field: 'newPin' })
  const pinHash = await pins.hash(newPin)
  return database.transaction().execute(async (trx) => {
    const { userId } = await claimAccountLink({ trx, token, purpose: 'reset pin' })
    await replacePin({ trx, userId, pinHash, hasWeakPin: isWeakPin({ pin: newPin, name }) })
    return userId
  })
}
