import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rolldown } from 'vite'

const framework = /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router)[\\/]/

/** The entry points of the storefront's first page. */
const storefront = /[\\/]web[\\/](entry\.client|root|layout[\\/]shop-layout|catalog[\\/]listing[\\/]storefront)\.tsx$/

/** The form library and the validator. */
const formPackages = /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]/

/** Shared by many other screens. */
const shared =
  /[\\/]web[\\/](?!admin[\\/]|policies[\\/]|checkout[\\/]).*\.tsx?$|[\\/]contract[\\/](business|api|errors[\\/]errors|money|limits[\\/]policy|catalog[\\/]product-url|orders[\\/]order-status)\.ts|zustand/

/** The screens with forms that shoppers use. */
const shopperForms = /[\\/]web[\\/](checkout|policies)[\\/]/

const admin = /[\\/]web[\\/]admin[\\/]/

type Relation = 'importers' | 'importedIds'

/** Whether a module matches a pattern, or one of those that import it (or that it imports) does, directly or through others. */
function isRelated(
  id: string,
  relation: Relation,
  pattern: RegExp,
  modules: Rolldown.ChunkingContext,
  visited = new Set<string>(),
): boolean {
  if (pattern.test(id)) return true
  if (visited.has(id)) return false
  visited.add(id)
  return (modules.getModuleInfo(id)?.[relation] ?? []).some((other) => isRelated(other, relation, pattern, modules, visited))
}

const needsForms = (id: string, modules: Rolldown.ChunkingContext) => isRelated(id, 'importedIds', formPackages, modules)

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // A package that is found only when a screen is opened makes Vite bundle again and reload pages, with two copies of React meanwhile.
  optimizeDeps: { entries: ['web/**/*.{ts,tsx}', '!web/**/*.test.*', '!web/api/fake-api.ts'] },
  build: { target: ['chrome123', 'firefox124', 'safari17.4'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Puts each text of contract/texts/screen-texts.ts into the screens that show it.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            // A few chunks compress better than many small ones, make the list of files that every page loads shorter, and the
            // framework's stays cached when the shop changes. A chunk takes what its modules import from chunks of lower priority.
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework, priority: 3 },
                { name: (id, modules) => (isRelated(id, 'importers', storefront, modules) ? 'storefront' : null), priority: 2 },
                { name: (id, modules) => (shared.test(id) && !needsForms(id, modules) ? 'shop' : null), minShareCount: 3, priority: 1 },
                {
                  name: (id, modules) => (needsForms(id, modules) && isRelated(id, 'importers', shopperForms, modules) ? 'forms' : null),
                  minShareCount: 2,
                },
                { name: (id, modules) => (admin.test(id) && !needsForms(id, modules) ? 'admin' : null), minShareCount: 2 },
                { name: 'admin-forms', test: admin, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
})
