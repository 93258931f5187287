import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSettings } from '#server/kernel/settings.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const tests = globSync('{contract,demo,e2e,server,simulators,testing,web}/**/*.test.{ts,tsx}', { cwd: root })

interface TestReference {
  /** the end of the path, from a slash on */
  readonly path: string
  /** parts of a test's name, which the documentation quotes with `…` between them */
  readonly nameParts: readonly string[]
}

/** `name.test.ts` with the quoted names behind it, each as one reference. */
function parseReferences(text: string): TestReference[] {
  return [...text.matchAll(/`([\w./-]+\.test\.tsx?)`((?:,? "[^"]+")*)/g)].flatMap(([, path = '', quoted = '']) => {
    const names = [...quoted.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name.split('…').map((part) => part.trim()))
    return (names.length > 0 ? names : [[]]).map((nameParts) => ({ path, nameParts: nameParts.filter((part) => part !== '') }))
  })
}

const isThere = ({ path, nameParts }: TestReference): boolean =>
  tests.some((file) => `/${file}`.endsWith(`/${path}`) && nameParts.every((part) => read(file).includes(part)))

test.each([
  'docs/security.md',
  'docs/operations.md',
  'docs/servers.md',
  'docs/running-a-shop.md',
  'docs/backups.md',
  'docs/privacy.md',
  'docs/architecture.md',
])('the tests that %s names exist', (document) => {
  expect(parseReferences(read(document)).filter((reference) => !isThere(reference))).toEqual([])
})

/** Tables have an empty line before them and a row of lines below their heads. */
function readRows(document: string): string[] {
  const tables = document.split('\n\n').filter((part) => part.startsWith('|') && /\| Shown by \|$/.test(part.split('\n')[0] ?? ''))
  return tables.flatMap((table) => table.trim().split('\n').slice(2))
}

test.each([
  ['docs/security.md', 80],
  ['docs/servers.md', 20],
])('every claim in the tables of %s names a test', (document, count) => {
  const rows = readRows(read(document))
  expect(rows.length).toBeGreaterThan(count)
  expect(rows.filter((row) => parseReferences(row.split(' | ').at(-1) ?? '').length === 0)).toEqual([])
})

test('few files of the server start processes, none of them for a request', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.filter((file) => read(file).includes('node:child_process')).toSorted()).toEqual([
    'server/adapters/create-gateways.ts',
    'server/adapters/embedded-postgres/embedded-postgres.ts',
    'server/adapters/embedded-postgres/orphan.ts',
    'server/adapters/embedded-postgres/system-account.ts',
    'server/cli/psql.ts',
  ])
})

test('links between the documents lead to files', () => {
  const documents = globSync(['*.md', '{demo,deploy,docs,server,simulators}/**/*.md'], { cwd: root })
  expect(documents.length).toBeGreaterThan(80)
  const links = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) => join(dirname(document), link)),
  )
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
})

test('the files and folders that the documents for engineers name exist', () => {
  const documents = ['CONTRIBUTING.md', 'docs/{admin-screens,architecture,first-change}.md', 'docs/decisions/*.md']
  const paths = globSync(['*', '{bench,contract,demo,deploy,docs,e2e,public,server,simulators,testing,web}/**'], { cwd: root })
  const named = globSync(documents, { cwd: root }).flatMap((document) =>
    [...read(document).matchAll(/`((?:[\w.-]+\/)*[\w.-]+(?:\.(?:tsx?|mjs|tsv|css)|\/))`/g)].map(([, path = '']) => `${document}: ${path}`),
  )
  const isThere = (path: string) => paths.some((each) => `/${each}`.endsWith(`/${path.replace(/\/$/, '')}`))
  expect(named.length).toBeGreaterThan(150)
  expect(named.filter((each) => !isThere(each.split(': ')[1] ?? ''))).toEqual([])
})

test('the README and .env.example have the same settings, and the default of each number', () => {
  const rows = [...read('README.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \| ([^|]+) \|/gm)]
  const readme = rows.flatMap(([, names = '', defaults = '']) =>
    names.split(', ').map((name, at, all) => [name.replaceAll('`', ''), all.length === 1 ? defaults : defaults.split(', ')[at]] as const),
  )
  const example = [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const)
  expect(example.map(([name]) => name).toSorted()).toEqual(readme.map(([name]) => name).toSorted())
  const numbers = Object.entries(parseSettings({})).filter(([name, value]) => /^[A-Z_]+$/.test(name) && typeof value === 'number')
  const expected = numbers.map(([name, value]) => [name, String(value)])
  expect(expected.map(([name]) => [name, Object.fromEntries(readme)[name ?? '']])).toEqual(expected)
  expect(expected.map(([name]) => [name, Object.fromEntries(example)[name ?? '']])).toEqual(expected)
})

test('the index of the decisions has each one in a row', () => {
  const rows = [...read('docs/decisions/README.md').matchAll(/^\| \[\d+\]\(([^)]+)\)/gm)].map(([, file]) => file)
  expect(rows.toSorted()).toEqual(globSync('[0-9]*.md', { cwd: join(root, 'docs/decisions') }).toSorted())
})
