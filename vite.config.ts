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
                { name: 'shop', test: /[\\/](web|contract)[\\/]|zustand/, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
})
