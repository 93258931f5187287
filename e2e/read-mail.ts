import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './shop.ts'

/** A match in the newest mail to an address with this subject, once there is one. */
export async function readMail({ to, subject, pattern }: { to: string; subject: string; pattern: RegExp }): Promise<string> {
  const folder = join(process.env.SHOP_DATA_DIR ?? '', 'mail')
  let found = ''
  await expect(async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted()
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const mail = mails.findLast((text) => text.includes(`To: ${to}`) && text.includes(`Subject: ${subject}`))
    // Quoted-printable.
    const text = (mail ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=')
    found = pattern.exec(text)?.[0] ?? ''
    expect(found).not.toBe('')
  }).toPass()
  return found.trim()
}
