import compat from '@mdn/browser-compat-data' with { type: 'json' }
import { oldestBrowsers } from '#contract/oldest-browsers.ts'

/** A function or property of JavaScript or the DOM. */
export interface BuiltIn {
  /** the constructor or global object, such as `AbortSignal` */
  readonly owner: string
  readonly name: string
  /** of the constructor, not of its objects; unknown for JavaScript's own */
  readonly isStatic: boolean
  /** at least one of the oldest browsers that are served lacks it */
  readonly isNewer: boolean
}

interface Support {
  readonly version_added: string | false
  readonly version_removed?: string
  readonly flags?: unknown
  readonly partial_implementation?: boolean
}

type Compat = { readonly __compat?: { readonly support: Readonly<Record<string, Support | readonly Support[]>> } } & {
  readonly [name: string]: Compat
}

/** The browser of the data → its oldest version. */
const oldest: Readonly<Record<string, number>> = {
  ...oldestBrowsers,
  chrome_android: oldestBrowsers.chrome,
  firefox_android: oldestBrowsers.firefox,
  safari_ios: oldestBrowsers.safari,
  webview_android: oldestBrowsers.chrome,
}

function isSupported({ version_added: added, version_removed, flags, partial_implementation }: Support, version: number): boolean {
  if (flags || version_removed || partial_implementation || typeof added !== 'string') return false
  return Number.parseFloat(added.replace('≤', '')) <= version
}

const isNewer = ({ __compat }: Compat): boolean =>
  __compat !== undefined &&
  Object.entries(oldest).some(
    ([browser, version]) => ![__compat.support[browser] ?? []].flat().some((support) => isSupported(support, version)),
  )

const { api, javascript } = compat as unknown as { api: Compat; javascript: { builtins: Compat } }
const owners = [...Object.entries(javascript.builtins), ...Object.entries(api)]

/** Functions and properties of all objects. */
export function listBuiltIns(): BuiltIn[] {
  return owners.flatMap(([owner, members]) =>
    Object.entries(members as unknown as Readonly<Record<string, Compat>>).flatMap(([key, member]) => {
      const name = key.replace(/_static$/, '')
      const isName = /^[a-zA-Z]\w*$/.test(name) && !key.endsWith('_event')
      return isName ? [{ owner, name, isStatic: name !== key, isNewer: isNewer(member) }] : []
    }),
  )
}

/** Constructors and global objects that one of the browsers lacks. */
export const listNewerGlobals = (): string[] => owners.flatMap(([name, members]) => (isNewer(members as unknown as Compat) ? [name] : []))
