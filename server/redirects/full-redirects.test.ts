import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { redirectTexts } from '#contract/redirects/redirect-texts.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const { cookies } = await signInAdministrator({ request, database })
const send = async (call: 'check' | 'import', csv: string) => {
  const form = buildMultipartForm({ file: Buffer.from(csv) })
  return request('POST', `/redirects/${call}`, { cookies, ...form })
}

test('a shop has as many redirects as a file may have lines, and one more is refused', async () => {
  await sql`
    insert into redirects (from_path, to_path, to_key)
    select '/many/' || n, '/buy', '/buy' from generate_series(1, ${redirectLimits.rows - 1}::int) n
  `.execute(database)
  const full = await send('import', 'From,To\n/last,/buy\n/more,/buy')
  expect([full.statusCode, full.json().code]).toEqual([409, 'redirects_full'])
  expect((await send('import', 'From,To\n/last,/buy')).json().counts).toMatchObject({ new: 1, refused: 0 })
  const tooMany = await send('check', `From,To\n${'/a,/b\n'.repeat(redirectLimits.rows + 1)}`)
  expect(tooMany.json().fields).toEqual({ file: redirectTexts.tooManyLines })
})
