import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: ['chrome123', 'firefox124', 'safari17.4'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few chunks compress better than many small ones, and the framework's outlives a change of ours in the cache.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router)[\\/]/ },
                // Not the administrator's: a shopper would carry it along.
                { name: 'shop', test: /[\\/](web[\\/](?!admin[\\/])|contract[\\/])|zustand/, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
})
