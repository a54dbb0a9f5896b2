-- Where a person stopped reading an article, the same on all their devices.

create table public.reading_positions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  article_id uuid not null,
  locator jsonb check (locator is null or private.is_locator(locator)),
  fraction real not null check (fraction between 0 and 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id),
  constraint reading_positions_article_key unique (user_id, article_id),
  constraint reading_positions_article_fkey foreign key (user_id, article_id)
    references public.articles (user_id, id) on delete cascade
);
comment on table public.reading_positions is 'Where its owner stopped reading an article. One row each; the last device that writes decides.';
comment on column public.reading_positions.locator is 'The first passage that was in view; null at the very beginning of a text without any.';
comment on column public.reading_positions.fraction is 'How far the text was read: 0 at its beginning, 1 at its end.';

create trigger stamp_update before update on public.reading_positions for each row execute function private.stamp_update();

alter table public.reading_positions enable row level security;
create policy "Owners read their reading positions" on public.reading_positions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners keep reading positions" on public.reading_positions for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Owners move their reading positions" on public.reading_positions for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Owners forget reading positions" on public.reading_positions for delete to authenticated
  using (user_id = (select auth.uid()));
create policy "The server manages reading positions" on public.reading_positions for all to service_role using (true) with check (true);
revoke all on public.reading_positions from public, anon, authenticated;
grant select, insert (id, user_id, article_id, locator, fraction), update (id, user_id, article_id, locator, fraction), delete
  on public.reading_positions to authenticated;
grant select, insert, update, delete on public.reading_positions to service_role;
