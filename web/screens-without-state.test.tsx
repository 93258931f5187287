import { act, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createRoutesStub, type LoaderFunctionArgs, type RouterContextProvider, useRouteError } from 'react-router'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { User } from '#contract/accounts/users.ts'
import { apiBase } from '#contract/api.ts'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { sampleStoreConfig } from './api/fake-store-config.ts'
import routes from './routes.ts'
import { userContext } from './session/guard.ts'

// Every screen is opened by its address: without the state that a navigation would bring, as after a reload and in another tab.

interface RouteEntry {
  readonly path?: string
  readonly index?: boolean
  readonly file: string
  readonly children?: readonly RouteEntry[]
}

interface ScreenModule {
  readonly default: ComponentType
  readonly clientLoader?: (args: never) => unknown
}

const modules = import.meta.glob<ScreenModule>(['./**/*.tsx', '!./**/*.test.tsx'])

/** The paths of all screens below a route, with their files. A layout is no screen. */
function listScreens({ path, index, file, children }: RouteEntry, parent = ''): { path: string; file: string }[] {
  const whole = path === undefined ? parent : `${parent}/${path}`
  return children ? children.flatMap((child) => listScreens(child, whole)) : [{ path: index ? whole || '/' : whole, file }]
}

const id = '5b0c6c1e-0000-4000-8000-000000000001'
const toAddress = (path: string): string =>
  path
    .replace(/\/:\w+\?/g, '')
    .replace(':id', id)
    .replace(/:\w+/g, 'festive')
    .replace('*', 'nothing-here')

type JsonSchema = z.core.JSONSchema.JSONSchema

/** The smallest reply that a schema allows: without optional fields, with one item in each list. */
function buildSample(schema: JsonSchema, name = ''): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return buildSample(choices.find(({ type }) => type !== 'null') ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => buildSample(part as JsonSchema)))
  if (schema.type === 'object')
    return Object.fromEntries(listNames(schema).map((name) => [name, buildSample(pickProperty(schema, name), name)]))
  if (schema.type === 'array') {
    const items = (schema.prefixItems ?? schema.items) as JsonSchema | JsonSchema[] | undefined
    return Array.isArray(items) ? items.map((item) => buildSample(item, name)) : [buildSample(items ?? {}, name)]
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return false
  if (name.startsWith('month')) return '2026-11'
  // Texts are times, because some times are described as texts.
  return schema.format === 'date' ? '2026-11-22' : '2026-11-22T10:00:00.000Z'
}

const listNames = ({ required, propertyNames, additionalProperties }: JsonSchema): readonly string[] => {
  const names = (propertyNames as JsonSchema | undefined)?.enum?.map(String)
  // An object may have any names: here it is the group of settings that is shown.
  return required ?? names ?? (typeof additionalProperties === 'object' ? ['shop'] : [])
}
const pickProperty = ({ properties, additionalProperties }: JsonSchema, name: string) =>
  (properties?.[name] ?? additionalProperties ?? {}) as JsonSchema

const toPattern = ({ route }: Endpoint): RegExp => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)
const calls = Object.values<Endpoint>(contract)

/** Answers each call with a sample of its reply. */
function answerCalls() {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const line = `${method} ${url.slice(apiBase.length).split('?')[0]}`
    // The path without parameters comes first, as on the server.
    const [call] = calls
      .filter((each) => toPattern(each).test(line))
      .toSorted((one, other) => Number(one.route.includes(':')) - Number(other.route.includes(':')))
    const reply = call?.reply[200] ?? call?.reply[201]
    if (!reply) throw new Error(`Unexpected call: ${line}`)
    return Response.json(buildSample(z.toJSONSchema(reply as z.ZodType, { io: 'output', unrepresentable: 'any', metadata: z.registry() })))
  })
}

const user: User = { _id: id, name: 'asha', role: 'user', firstName: '', lastName: '', email: '', phone: '' }

class NothingObserved {
  observe() {}
  disconnect() {}
}

/** All but the screen that answers 404 to unknown addresses of an area. */
const screens = routes.flatMap((route) => listScreens(route as RouteEntry)).filter(({ file }) => file !== 'layout/area-not-found.tsx')

function Failure() {
  const error = useRouteError()
  return <p>Failed: {error instanceof Error ? error.stack : JSON.stringify(error)}</p>
}

const HydrateFallback = () => null

const Everything = createRoutesStub([
  {
    id: 'root',
    loader: () => sampleStoreConfig,
    HydrateFallback,
    ErrorBoundary: Failure,
    children: await Promise.all(
      screens.map(async ({ path, file }) => {
        const load = modules[`./${file}`]
        if (!load) throw new Error(`No file ${file}`)
        const { default: Component, clientLoader } = await load()
        // As the guard of an area does.
        const loader = (args: LoaderFunctionArgs) => {
          ;(args.context as unknown as RouterContextProvider).set(userContext, user)
          return clientLoader?.(args as never) ?? null
        }
        return { path, Component, HydrateFallback, ErrorBoundary: Failure, loader }
      }),
    ),
  },
])

test.each(screens)('$path is shown without the state of a navigation', async ({ path }) => {
  answerCalls()
  vi.stubGlobal('IntersectionObserver', NothingObserved)
  Object.assign(performance, { getEntriesByType: () => [] })
  render(<Everything initialEntries={[toAddress(path)]} />)
  await waitFor(() => expect(document.body.textContent).not.toBe(''))
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryByText(/^Failed:/)?.textContent).toBeUndefined()
  // React warns about samples with the same id.
  vi.mocked(console.error).mockClear()
})
