/** Tells whether the start-up variables have come. It is not persisted: each visit asks once. */
import { create } from 'zustand'

export type StartUpState = {
  state: 'waiting' | 'done' | 'failed'
  setState: (state: StartUpState['state']) => void
}

export const useStartUp = create<StartUpState>()(set => ({
  state: 'waiting',
  setState: state => set({ state }),
}))
