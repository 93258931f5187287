import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AST } from '@eslint-community/regexpp'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

interface Expression {
  readonly pattern: string
  readonly flags: string
}

/** The regular expressions of a source file. */
function listExpressions(file: string): Expression[] {
  const found: Expression[] = []
  const visitor = new Visitor({
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a node type, not of a component
    Literal: (node) => {
      if ('regex' in node) found.push(node.regex)
    },
  })
  visitor.visit(parseSync(file, readFileSync(resolve(root, file), 'utf8')).program)
  return found
}

/** Whether the quantifier repeats something that repeats itself, both without a maximum: `(a+)+` takes exponential time. */
function isNested(quantifier: AST.Quantifier): boolean {
  if (quantifier.max !== Number.POSITIVE_INFINITY) return false
  for (let node = quantifier.parent as AST.Node | null; node; node = node.parent)
    if (node.type === 'Quantifier' && node.max === Number.POSITIVE_INFINITY) return true
  return false
}

const isUnlimited = (node: AST.Node | undefined): boolean => node?.type === 'Quantifier' && node.max === Number.POSITIVE_INFINITY

/**
 * Whether an alternative begins with a repetition that something has to follow: `\\s*\\/-$` looks for its end again from each white space of
 * a long run, which takes quadratic time.
 */
function startsWithRepetition({ elements: [first, ...rest] }: AST.Alternative): boolean {
  if (first?.type === 'Group' || first?.type === 'CapturingGroup') return first.alternatives.some(startsWithRepetition)
  return isUnlimited(first) && rest.some((node) => node.type !== 'Quantifier' || node.min > 0)
}

/** Why an expression may take far more time than its text is long. */
function findProblem({ pattern, flags }: Expression): string | undefined {
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const parsed = new RegExpParser().parsePattern(pattern, 0, pattern.length, unicode)
  let problem = !flags.includes('y') && parsed.alternatives.some(startsWithRepetition) ? 'repetition at the start' : undefined
  visitRegExpAST(parsed, {
    onBackreferenceEnter: () => {
      problem = 'backreference'
    },
    onQuantifierEnter: (quantifier) => {
      if (isNested(quantifier)) problem = 'nested quantifier'
    },
  })
  return problem && `${problem} in /${pattern}/${flags}`
}

test.each([
  ['^(.+)\\1+$', 'backreference in /^(.+)\\1+$/u'],
  ['^(?:[a-z]+-?)*$', 'nested quantifier in /^(?:[a-z]+-?)*$/u'],
  ['\\s*\\/-$', 'repetition at the start in /\\s*\\/-$/u'],
  ['^a|(\\s+)$', undefined],
  ['^\\d{1,3}(,\\d{3})*$', undefined],
  ['\\s+', undefined],
  ['\\d+(\\.\\d+)?', undefined],
])('the problem of /%s/ is %s', (pattern, problem) => {
  expect(findProblem({ pattern, flags: 'u' })).toBe(problem)
})

test('no regular expression has a backreference, a nested quantifier, or a repetition at its start', () => {
  const files = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
  const problems = files.flatMap((file) =>
    listExpressions(file).flatMap((expression) => {
      const problem = findProblem(expression)
      return problem ? [`${file}: ${problem}`] : []
    }),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(problems).toEqual([])
})
