import type { z } from 'zod'
import type { mailServerCalls, ShownMailServer } from '#contract/settings/mail-server.ts'
import type { Database } from '../../database/schema.ts'
import { decryptText, encryptText } from '../../kernel/encrypt-text.ts'
import type { MailServer } from '../../mail/mailer.ts'

interface Stored {
  readonly database: Database
  /** encrypts the password */
  readonly key: Buffer
}

const context = 'mail server'

/** Characters of a password that are shown again, and the length from which on they tell little of it. */
const shownEnd = { characters: 4, minLength: 12 }

const readRow = (database: Database) => database.selectFrom('mail_server').selectAll().executeTakeFirst()

/** The mail server that was entered, with its password; undefined without one. @throws an error when the secret has changed since */
export async function readMailServer({ database, key }: Stored): Promise<MailServer | undefined> {
  const row = await readRow(database)
  if (!row) return undefined
  const { host, port, username } = row
  return { host, port, username, password: decryptText({ key, context, bytes: row.password }) }
}

/** Whether a mail server was entered. */
export const hasMailServer = async ({ database }: { database: Database }): Promise<boolean> => (await readRow(database)) !== undefined

/** What administrators see of it. */
export async function showMailServer({ database, key, isSet }: Stored & { isSet: boolean }): Promise<ShownMailServer> {
  const row = await readRow(database)
  if (!row) return { source: isSet ? 'environment' : 'none', entered: null }
  const isReadable = await readMailServer({ database, key }).then(
    () => true,
    () => false,
  )
  const { host, port, username, password_end: passwordEnd, entered_at } = row
  return {
    source: isSet ? 'environment' : 'entered',
    entered: { host, port, username, passwordEnd, enteredAt: entered_at.toISOString(), isReadable },
  }
}

type Entered = z.output<(typeof mailServerCalls)['setMailServer']['body']>

export async function storeMailServer({ database, key, entered }: Stored & { entered: Entered }): Promise<void> {
  const { password: text, ...rest } = entered
  const row = {
    ...rest,
    password: encryptText({ key, context, text }),
    password_end: text.length < shownEnd.minLength ? '' : text.slice(-shownEnd.characters),
    entered_at: new Date(),
  }
  await database
    .insertInto('mail_server')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
