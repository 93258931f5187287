import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath } from 'vite'
import { oldestBrowsers } from './contract/oldest-browsers.ts'

const root = normalizePath(import.meta.dirname)

/** Matches modules by their path from the root: a folder above it may be named `web`, too. */
const inShop = (pattern: RegExp) => (id: string) => id.startsWith(root) && pattern.test(id.slice(root.length))

const groupNames = new Set(['framework', 'storefront', 'shop', 'forms', 'admin'])

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // A package that is found only when a screen is opened makes Vite bundle again and reload pages, with two copies of React meanwhile.
  optimizeDeps: { entries: ['web/**/*.{ts,tsx}', '!web/**/*.test.*', '!web/api/fake-api.ts'] },
  // Only the build needs it: installed for a running shop, it would bring TypeScript along, as an optional peer of its optional peers.
  ssr: { noExternal: ['@hookform/resolvers'] },
  build: { target: Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`) },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Puts each text of contract/kernel/texts/screen-texts.ts into the screens that show it.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            // Routes, without their names and with a hash of 42 bits: the list of all routes, which every page loads, has these addresses.
            entryFileNames: ({ name }) => `assets/${name === 'entry.client' ? 'storefront-' : ''}[hash:7].js`,
            // So has the list of the files that the first page may load later. Groups are larger, and have their names.
            chunkFileNames: ({ name }) => `assets/${groupNames.has(name) ? `${name}-` : ''}[hash:7].js`,
            // Without groups each module that screens share is a file. A group takes these modules and all that they import, except
            // what a group above it has taken.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router)[\\/]/ },
                // The first page.
                {
                  name: 'storefront',
                  test: inShop(/[\\/]web[\\/](entry\.client|root|layout[\\/]shop-layout|catalog[\\/]listing[\\/]storefront)\.tsx$/),
                },
                // What screens share, without forms, carts, the texts of owners and the style of printed pages; and what product pages
                // need of the contract, which would be in `admin`, too.
                {
                  name: 'shop',
                  test: inShop(
                    /[\\/]web[\\/](?!admin|checkout|policies|ui[\\/](rich-text|print\.css)|account|orders|cart[\\/]offer[\\/]|cart[\\/][^\\/]+$)|[\\/]contract[\\/](catalog[\\/]return-rule-texts|kernel[\\/]cut-text|orders[\\/]shipping-texts)/,
                  ),
                  minShareCount: 2,
                },
                {
                  name: 'forms',
                  // Rules of returns and tickets, too: they would be in `admin`, which shoppers do not load.
                  test: inShop(
                    /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]|[\\/]web[\\/](checkout[\\/]|policies[\\/]describe|orders[\\/]shared[\\/])|[\\/]contract[\\/](returns|payouts|contact|orders[\\/]return-states|kernel[\\/](return-days|errors[\\/]return|limits[\\/](return|ticket)))/,
                  ),
                  minShareCount: 2,
                },
                { name: 'admin', test: inShop(/[\\/]web[\\/]admin[\\/]/), minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
})
