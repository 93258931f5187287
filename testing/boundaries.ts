import { matchesGlob, posix } from 'node:path'
import { folders } from './boundary-folders.ts'

// Which folders may import which. Everything that is not listed is an error, also of a folder that has no row here.

/** Files that may import more than their folder: routes connect a feature with HTTP. */
const routes = {
  files: 'server/**/*routes.ts',
  mayImport: 'server/http/{define-route,session,cross-site,client-limit,upload,upload-table,url}.ts',
}

/** Files that may import less than their folder: rules are pure. */
const rules = {
  files: 'server/**/*rules.ts',
  mayImport: ['contract/**', 'server/kernel/errors.ts', 'server/**/*rules.ts'],
}

/** Packages of files that are limited to some. All others may import what package.json has. */
const packages: Readonly<Record<string, readonly string[]>> = { 'contract/**': ['zod'], [rules.files]: [] }

/** Packages that only these files of the server may import. */
const packageFiles: Readonly<Record<string, readonly string[]>> = {
  fastify: [
    'server/{app,dependencies,run-shop,workers}.ts',
    'server/http/**',
    routes.files,
    'server/ucp/{http,mcp}/**',
    'server/tax/print/document-file.ts',
    'server/kernel/logger*.ts',
  ],
  pg: ['server/{adapters,backups,database}/**', 'server/jobs/queue.ts', 'server/kernel/logger-options.ts'],
  'pg-boss': ['server/jobs/**'],
  nodemailer: ['server/adapters/**'],
  'web-push': ['server/adapters/**'],
  sharp: ['server/catalog/pictures/**', 'server/tax/print/**'],
  pdfkit: ['server/tax/print/**'],
  '@node-rs/argon2': ['server/accounts/pins/**'],
}

const tests = ['**/*.test.{ts,tsx}', 'web/api/fake-api.ts', 'web/**/render-{cart,packing,section}.tsx']

const isIn = (path: string, patterns: readonly string[]): boolean => patterns.some((pattern) => matchesGlob(path, pattern))

/** The path from the root of the repository, or undefined for a package of others. */
export function resolveImport({ file, specifier }: { file: string; specifier: string }): string | undefined {
  const [, simulator] = /^@loom-and-lane\/(\w+)-simulator$/.exec(specifier) ?? []
  if (simulator) return `simulators/${simulator}/server.ts`
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier.replace(/\?.*/, '')) : undefined
}

/** Why a file must not import something; undefined when it may. Paths are relative to the root of the repository. */
export function findViolation({ file, specifier }: { file: string; specifier: string }): string | undefined {
  // React Router generates the types of a route beside it.
  if (isIn(file, tests) || specifier.startsWith('./+types/')) return undefined
  const row = Object.entries(folders).find(([folder]) => matchesGlob(file, folder))
  if (!row) return 'its folder has no row in testing/boundary-folders.ts'
  const [folder, mayImport] = row
  const target = resolveImport({ file, specifier })
  if (target === undefined) return findPackageViolation({ file, specifier })
  if (isIn(target, tests)) return 'tests are not imported'
  if (matchesGlob(file, rules.files))
    return isIn(target, rules.mayImport) ? undefined : `${rules.files} may import ${rules.mayImport.join(', ')}`
  if (isIn(target, [folder, ...mayImport])) return undefined
  if (matchesGlob(file, routes.files) && matchesGlob(target, routes.mayImport)) return undefined
  return `${folder} may import ${mayImport.join(', ') || 'nothing else'}`
}

function findPackageViolation({ file, specifier }: { file: string; specifier: string }): string | undefined {
  const limited = Object.entries(packages).find(([pattern]) => matchesGlob(file, pattern))
  if (limited && !limited[1].includes(specifier)) return `${limited[0]} may import ${limited[1].join(', ') || 'no packages'}`
  const allowed = packageFiles[specifier]
  if (!allowed || !matchesGlob(file, 'server/**') || isIn(file, allowed)) return undefined
  return `${specifier} is for ${allowed.join(', ')}`
}

const importPattern = /(?:\bfrom|(?<!')\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** The specifiers of all imports and re-exports of a source text, of types and dynamic ones too. */
export const listImports = (source: string): string[] => Array.from(source.matchAll(importPattern), ([, specifier = '']) => specifier)

/**
 * Groups of folders that import each other, directly or through others.
 * @param imports pairs of a file and one that it imports
 */
export function findCircles(imports: readonly (readonly [string, string])[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const [file, imported] of imports) {
    const folder = posix.dirname(file)
    targets.set(folder, (targets.get(folder) ?? new Set()).add(posix.dirname(imported)))
  }
  /** All folders that a folder imports, in any number of steps. */
  const reach = new Map(
    [...targets.keys()].map((folder) => {
      const reached = new Set(targets.get(folder))
      // Sets are iterated in the order of insertion, also over what is added meanwhile.
      for (const next of reached) for (const target of targets.get(next) ?? []) reached.add(target)
      return [folder, reached] as const
    }),
  )
  const circles = [...reach].map(([folder, reached]) =>
    [...new Set([folder, ...reached])].filter((other) => other === folder || (reached.has(other) && reach.get(other)?.has(folder))),
  )
  return circles.filter((circle) => circle.length > 1 && circle[0] === circle.toSorted()[0])
}
