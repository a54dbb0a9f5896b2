import { createRequiredContext, useRequired } from '../../lib/required-context.ts';
import { createStore, type Store, useStore } from '../../lib/store.ts';
import { type ServiceName, type ServiceState, type ServiceStates, serviceNames } from './service-registry.ts';

const initial = (name: ServiceName): ServiceState => ({ name, status: 'initializing', error: null, readyAt: null });

/** The services of this page, as they are now. */
export const services = createStore<ServiceStates>(
  Object.fromEntries(serviceNames.map((name) => [name, initial(name)])) as Record<ServiceName, ServiceState>,
);

export const ServicesContext = createRequiredContext<Store<ServiceStates>>();

export const useServices = (): ServiceStates =>
  useStore(useRequired(ServicesContext, 'useServices', 'StartUpProvider'));
