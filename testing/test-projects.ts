import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listImports } from './boundaries.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Helpers in this folder that use the database of the test run, themselves or by another helper. */
function listDatabaseHelpers(): Set<string> {
  const helpers = new Map(globSync('testing/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map((file) => [basename(file), read(file)]))
  const found = new Set([...helpers].filter(([, text]) => text.includes("inject('postgres')")).map(([name]) => name))
  // Sets are iterated in the order of insertion, also over what is added meanwhile.
  for (const name of found) {
    for (const [importer, text] of helpers) if (listImports(text).includes(`./${name}`)) found.add(importer)
  }
  return found
}

/** The tests of server, contract, demo and simulators, by whether they use the database of the test run. */
export function divideTests(): { readonly database: string[]; readonly rules: string[] } {
  const helpers = listDatabaseHelpers()
  const usesDatabase = (file: string) => {
    const text = read(file)
    return (
      text.includes("inject('postgres')") ||
      listImports(text).some((specifier) => helpers.has(/testing\/([\w-]+\.ts)$/.exec(specifier)?.[1] ?? ''))
    )
  }
  const { database = [], rules = [] } = Object.groupBy(globSync('{demo,contract,server,simulators}/**/*.test.ts', { cwd: root }), (file) =>
    usesDatabase(file) ? 'database' : 'rules',
  )
  return { database, rules }
}
