import { createContext } from 'react';

/** Whether an answer can come: said by who knows the network, read by what waits for one. */
export const ReachContext = createContext<'online' | 'offline' | 'unreachable'>('online');
