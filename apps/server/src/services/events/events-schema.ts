import { type EventsRequest, eventsLimit } from '@cairn/contracts/events';
import { type ZodType, z } from 'zod';

const feature = z.strictObject({
  name: z.literal('feature_interest'),
  feature_name: z.string().min(1).max(100),
  user_id: z.string().max(100),
  user_plan: z.enum(['free', 'plus', 'no-account']),
  event_category: z.literal('product_feedback'),
});

export const eventsSchema: ZodType<EventsRequest> = z.strictObject({
  events: z
    .array(z.discriminatedUnion('name', [feature]))
    .min(1)
    .max(eventsLimit),
});
