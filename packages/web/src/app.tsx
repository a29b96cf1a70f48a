/** The whole application: providers around the router. Pages bring their own frame; heavy parts come with the pages. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { RouterProvider } from 'react-router'
import { ApiError } from './api/api-error.ts'
import { router } from './router.tsx'
import { Toaster } from './ui/toaster.tsx'

/** What the server has judged will not change by asking again; only a broken way is tried once more. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (count, error) => !(error instanceof ApiError) && count < 1, staleTime: 10_000 },
    },
  })
}

export function App() {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  )
}
