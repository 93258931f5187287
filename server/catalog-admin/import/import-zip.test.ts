import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestImage } from '#testing/pictures.ts'
import { buildCsv } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'
import { buildZip } from '#testing/zip-files.ts'

const { request, database, png, work, uploadZip, read, readItems, check, run, find } = await setUpImports()

const row = { Handle: '', Name: 'Bad row', Description: 'x', Category: 'TEE', Price: '500', Stock: '1' }

async function countStoredBytes(id: string): Promise<number> {
  const bytes = sql<number>`coalesce(sum(octet_length(bytes)), 0)::int`.as('bytes')
  return (await database.selectFrom('product_import_files').select(bytes).where('import_id', '=', id).executeTakeFirstOrThrow()).bytes
}

test('pictures of a zip file are found by their names, and a ninth one is left out', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `Z-${index}.PNG`)
  const csv = buildCsv([{ ...row, Name: 'Zipped', Pictures: names.join('|'), 'Picture texts': 'Front|Back' }])
  const checked = await check(csv)
  expect((await readItems(checked._id))[0]?.warnings).toHaveLength(9)
  const pictures = await Promise.all(
    names.map(async (name, index) => ({
      name: `photos/${name.toLowerCase()}`,
      bytes: await createTestImage({ width: 40, height: 50, edge: `#1133${index}0` })
        .png()
        .toBuffer(),
    })),
  )
  const reply = await uploadZip(checked._id, buildZip([{ name: 'photos/', bytes: Buffer.alloc(0) }, ...pictures]))
  expect([reply.statusCode, reply.json().message, reply.json().files]).toEqual([200, '9 pictures uploaded', 9])
  await work()
  const ready = await read(checked._id)
  expect((await readItems(ready._id))[0]?.warnings).toEqual(['A product has at most 8 pictures. 1 of this file left out.'])
  const done = await run(ready)
  expect(done.pictures).toEqual({ waiting: 0, added: 8, failed: 0 })
  const [item] = await readItems(done._id)
  const product = (await request('GET', `/products/${item?.product}`)).json()
  expect(product.pictures.map(({ alt, backdrop }: { alt: string; backdrop: string }) => [alt, backdrop]).slice(0, 3)).toEqual([
    ['Front', '#113300'],
    ['Back', '#113310'],
    ['', '#113320'],
  ])
  expect((await check(csv)).outcomes.unchanged).toBe(1)
})

test('a picture that is none is reported, and the product keeps the picture of a missing one', async () => {
  const checked = await check(buildCsv([{ ...row, Name: 'Torn', Pictures: 'torn.png' }]))
  const torn = { name: 'torn.png', bytes: Buffer.alloc(1_000_000) }
  const reply = await uploadZip(checked._id, buildZip([torn, { name: 'good.png', bytes: png }]))
  expect([reply.statusCode, reply.json().message]).toEqual([200, '1 picture uploaded, 1 file is no picture'])
  expect(await countStoredBytes(checked._id)).toBe(png.length)
  await work()
  const done = await run(await read(checked._id))
  expect(done).toMatchObject({ saved: 1, pictures: { added: 0, failed: 1 } })
  const [item] = await readItems(done._id)
  expect(item?.warnings).toEqual(['The picture torn.png was not added. Please select a PNG, JPG, GIF or WebP image.'])
  expect((await find('Torn'))[0]?.image).toMatch(/^\/images\/no-picture-/)
})

test('names that macOS writes with separate letters are found, and pictures of other types are refused by their names', async () => {
  const checked = await check(buildCsv([{ ...row, Name: 'From a Mac', Pictures: 'café.png|phone.HEIC|print.tiff|new.avif' }]))
  const zip = buildZip([
    { name: 'shots/cafe\u0301.png', bytes: png },
    { name: '__MACOSX/shots/._cafe\u0301.png', bytes: png },
    { name: 'shots/phone.HEIC', bytes: png },
  ])
  expect((await uploadZip(checked._id, zip)).json().message).toBe('1 picture uploaded')
  await work()
  const done = await run(await read(checked._id))
  expect(done.pictures).toEqual({ waiting: 0, added: 1, failed: 0 })
  expect((await readItems(done._id))[0]?.warnings).toEqual([
    'The picture "phone.HEIC" is of the type HEIC. Save it as JPG or PNG.',
    'The picture "print.tiff" is of the type TIFF. Save it as JPG or PNG.',
    'The picture "new.avif" is of the type AVIF. Save it as JPG or PNG.',
  ])
})

test.each([
  [
    'of files that are no pictures',
    () => buildZip(Array.from({ length: 3 }, (_, index) => ({ name: `${index}.png`, bytes: Buffer.alloc(9_000) }))),
    /^This zip file has no pictures/,
  ],
  [
    'with overlapping files',
    () => buildZip([{ name: 'a.png', bytes: png }, ...['b.png', 'c.png'].map((name) => ({ name, bytes: png, isSameAsFirst: true }))]),
    'The files in this zip file overlap. It was refused.',
  ],
  [
    'whose last file makes it too large',
    () =>
      buildZip([
        { name: 'a.png', bytes: png },
        { name: 'b.txt', bytes: png, size: 401 * 1024 * 1024 },
      ]),
    /far larger than the zip file/,
  ],
  ['that is none', () => Buffer.from('Name,Price'), 'This is not a zip file, or it is damaged.'],
  ['with a path out of its folder', () => buildZip([{ name: '../../a.png', bytes: png }]), /^The zip file has the path "..\/..\/a.png"/],
  ['with an absolute path', () => buildZip([{ name: '/etc/a.png', bytes: png }]), /^The zip file has the path "\/etc\/a.png"/],
  ['without pictures', () => buildZip([{ name: 'a.txt', bytes: png }]), /^This zip file has no pictures/],
  ['with a password', () => buildZip([{ name: 'a.png', bytes: png, flags: 1 }]), /has a password/],
  ['with a picture that is too large', () => buildZip([{ name: 'a.png', bytes: png, size: 26 * 1024 * 1024 }]), /more than 25 MB/],
  ['that unpacks to far more', () => buildZip([{ name: 'a.txt', bytes: png, size: 401 * 1024 * 1024 }]), /far larger than the zip file/],
  ['whose sizes are wrong', () => buildZip([{ name: 'a.png', bytes: png, size: 10 }]), 'This is not a zip file, or it is damaged.'],
])('a zip file %s is refused', async (_what, build, text) => {
  const { _id } = await check(buildCsv([{ ...row, Name: 'Refused zip' }]))
  const reply = await uploadZip(_id, build())
  expect([reply.statusCode, reply.json().fields?.zip, await countStoredBytes(_id)]).toEqual([400, expect.stringMatching(text), 0])
})
