import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listBuiltIns, listNewerGlobals } from './newer-functions.ts'

const root = join(import.meta.dirname, '..')

/** Where the code looks before it uses them: web push, which is a choice of administrators. */
const checkedFirst = ['web/admin/people/notifications/browser-push.ts']

/** Interfaces whose methods are looked for by name. What JavaScript's own objects lack, the types of `web/` and `contract/` lack, too. */
const domOwners =
  /^(HTML(?!Fenced)\w*|Element|Document|Node|NodeList|Window|Navigator|EventTarget|URL\w*|Abort\w+|Request|Response|Headers|FormData|Blob|File|Range|Selection|History|Location|Event|Storage)$/

const builtIns = listBuiltIns()
const newer = builtIns.filter(({ isNewer }) => isNewer)
const members = new Set(newer.map(({ owner, name }) => `${owner}.${name}`))
const globals = new Set(listNewerGlobals())
const methods = new Set(newer.flatMap(({ owner, name }) => (domOwners.test(owner) ? [name] : [])))
for (const { name, isNewer } of builtIns) if (!isNewer) methods.delete(name)

/** What the source uses of it, without comments. */
function findNewer(source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  return [
    ...[...code.matchAll(/\b[A-Z]\w*\.\w+/g)].flatMap(([member]) => (members.has(member) ? [member] : [])),
    ...[...code.matchAll(/(?<![.\w'"<])[A-Z]\w+(?=[.(])/g)].flatMap(([name]) => (globals.has(name) ? [name] : [])),
    ...[...code.matchAll(/(?<=\w\??\.)(\w+)\(/g)].flatMap(([, name = '']) => (methods.has(name) ? [`.${name}()`] : [])),
    // Sets and maps have one, too.
    ...[...code.matchAll(/\b(search|params|searchParams)\.size\b/g)].map(([member]) => member),
  ]
}

test('what older browsers lack is found', () => {
  const found = ['AbortSignal.any([])', 'URL.canParse(text)', 'Object.groupBy(all, by)', 'element.checkVisibility()', 'params.size']
  expect(found.map((code) => findNewer(code).length > 0)).toEqual(found.map(() => true))
  expect(findNewer('all.toSorted().map(by); new URL(text).pathname; AbortSignal.abort(); form.requestSubmit()')).toEqual([])
})

test('web/ and contract/ use nothing that the oldest browsers lack', () => {
  const files = globSync('{web,contract}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.|fake-api/.test(file))
  const found = files.flatMap((file) => findNewer(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`))
  expect(found.filter((each) => !checkedFirst.some((file) => each.startsWith(file)))).toEqual([])
})
