import { expect, test } from 'vitest'
import { ownColumns } from '#contract/catalog-admin/import-fields.ts'
import { createTestProduct } from '#testing/factories.ts'
import { setUpImports } from '#testing/product-imports.ts'

const { request, cookies, database, plan, run } = await setUpImports()

const readDetails = async (id: string) => (await request('GET', `/products/${id}/prices`, { cookies })).json().product

test('the return rules of several products are changed at once, beside their other details', async () => {
  const { id } = await createTestProduct({ database })
  const details = { fabric: 'Cotton' }
  await request('PATCH', `/products/${id}/details`, { cookies, body: { version: 1, details } })
  const save = async (version: number, returnRule: string | null) =>
    (await request('POST', '/products/admin/changes', { cookies, body: { changes: [{ id, version, returnRule }] } })).json().results[0]
  expect(await save(1, 'final sale')).toMatchObject({ outcome: 'saved', product: { details: { ...details, returnRule: 'final sale' } } })
  // The form of the details has another version, which is outdated now.
  expect((await request('PATCH', `/products/${id}/details`, { cookies, body: { version: 2, details } })).statusCode).toBe(409)
  expect(await save(1, 'final sale')).toMatchObject({ outcome: 'saved', product: { version: 2 } })
  expect(await save(1, null)).toMatchObject({ outcome: 'changed' })
  expect((await save(2, null)).product.details).toEqual(details)
})

test('a file sets the return rule in any case, names a word that is none, and an export has it', async () => {
  const columns = Object.fromEntries(Object.values(ownColumns).map((name) => [name, '']))
  const row = { ...columns, Description: 'Plain.', Category: 'TEE', Price: 799, Stock: 3 }
  const { checked, items } = await plan([
    { ...row, Handle: 'clearance-tee', Name: 'Clearance tee', 'Return rule': '\u00a0Final Sale ' },
    { ...row, Handle: 'odd-tee', Name: 'Odd tee', 'Return rule': 'never' },
    { ...row, Handle: 'plain-tee', Name: 'Plain tee', 'Return rule': '' },
  ])
  // Refused lines are the first ones.
  expect(items.map(({ error }) => error)).toEqual(['Return rule must be one of returnable, exchange only, final sale.', null, null])
  await run(checked)
  const { id } = await database.selectFrom('products').select('id').where('name', '=', 'Clearance tee').executeTakeFirstOrThrow()
  expect((await readDetails(id)).details.returnRule).toBe('final sale')
  expect((await request('GET', `/products/${id}`)).json().returnRule).toBe('final sale')
  const exported = (await request('GET', '/products/export', { cookies })).payload
  const [header = '', ...lines] = exported.split('\r\n')
  expect(header).toMatch(/Return rule/)
  expect(lines.find((line) => line.startsWith('clearance-tee'))).toContain('final sale')
})
