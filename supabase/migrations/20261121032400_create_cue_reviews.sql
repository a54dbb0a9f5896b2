-- Rehearsing cues. The log of grades is the truth: append-only, made by clients, also offline. The schedule of a cue is derived from
-- its log by the server (contracts/scheduling.ts replays it with FSRS-6), so it can be thrown away and made again at any time.

-- ── The log ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.cue_reviews (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  cue_id uuid not null,
  grade smallint not null check (grade between 1 and 4),
  reviewed_at timestamptz not null default now(),
  duration_ms int check (duration_ms between 0 and 3600000),
  created_at timestamptz not null default now(),
  constraint cue_reviews_cue_fkey foreign key (user_id, cue_id) references public.cues (user_id, id) on delete cascade
);
create index cue_reviews_cue_idx on public.cue_reviews (user_id, cue_id, reviewed_at, id);
comment on table public.cue_reviews is 'One grade that a person gave to a cue. Never changed: append-only.';
comment on column public.cue_reviews.id is 'Made by the client: inserting it a second time is the same review.';
comment on column public.cue_reviews.grade is '1 again, 2 hard, 3 good, 4 easy.';
comment on column public.cue_reviews.reviewed_at is 'By the client''s clock, moved into bounds when it is written: see private.bound_review_time().';
comment on column public.cue_reviews.duration_ms is 'How long the person looked at the cue before grading, in milliseconds; at most an hour.';

create function private.bound_review_time() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  cue_made_at timestamptz := (select c.created_at from public.cues c where c.user_id = new.user_id and c.id = new.cue_id);
begin
  -- Moved, not refused: a wrong clock must not cost the grade. Milliseconds, because that is what a browser computes with.
  if new.reviewed_at > now() + interval '5 minutes' then
    new.reviewed_at := now();
  elsif new.reviewed_at < cue_made_at then
    new.reviewed_at := cue_made_at;
  end if;
  new.reviewed_at := date_trunc('milliseconds', new.reviewed_at);
  return new;
end
$$;
comment on function private.bound_review_time() is
  'Before insert on cue_reviews: a review is not more than five minutes in the future (else it is now) and not before its cue was made.';
revoke all on function private.bound_review_time() from public, anon, authenticated;
create trigger bound_review_time before insert on public.cue_reviews for each row execute function private.bound_review_time();

alter table public.cue_reviews enable row level security;
create policy "Owners read their reviews" on public.cue_reviews for select to authenticated using (user_id = (select auth.uid()));
create policy "Owners add reviews of their cues" on public.cue_reviews for insert to authenticated with check (user_id = (select auth.uid()));
create policy "The server manages reviews" on public.cue_reviews for all to service_role using (true) with check (true);
revoke all on public.cue_reviews from public, anon, authenticated;
grant select, insert (id, user_id, cue_id, grade, reviewed_at, duration_ms) on public.cue_reviews to authenticated;
grant select, insert, update, delete on public.cue_reviews to service_role;

-- ── The schedule ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.cue_schedules (
  cue_id uuid primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  state text not null default 'new' check (state in ('new', 'learning', 'review', 'relearning')),
  due_at timestamptz not null,
  stability double precision not null default 0 check (stability >= 0),
  difficulty double precision not null default 0 check (difficulty between 0 and 10),
  step int not null default 0 check (step >= 0),
  reps int not null default 0 check (reps >= 0),
  lapses int not null default 0 check (lapses >= 0),
  scheduled_days int not null default 0 check (scheduled_days >= 0),
  last_review_at timestamptz,
  constraint cue_schedules_cue_fkey foreign key (user_id, cue_id) references public.cues (user_id, id) on delete cascade,
  constraint cue_schedules_new_check check ((state = 'new') = (last_review_at is null))
);
create index cue_schedules_cue_idx on public.cue_schedules (user_id, cue_id);
create index cue_schedules_due_idx on public.cue_schedules (user_id, due_at, cue_id);
comment on table public.cue_schedules is
  'When each cue is asked next, derived from cue_reviews. A cue that left its note has no row; its reviews stay, and with them the row comes back.';
comment on column public.cue_schedules.due_at is 'From then on the cue is asked. A cue that was never graded is due since it was made.';
comment on column public.cue_schedules.stability is 'Days until the chance of recall has fallen to 90 %; 0 before the first review.';
comment on column public.cue_schedules.difficulty is '1 to 10; 0 before the first review.';
comment on column public.cue_schedules.step is 'Which of the short steps of learning or relearning comes next.';
comment on column public.cue_schedules.lapses is 'How often it was forgotten after it had been learned.';

alter table public.cue_schedules enable row level security;
create policy "Owners read the schedules of their cues" on public.cue_schedules for select to authenticated
  using (user_id = (select auth.uid()));
create policy "The server manages cue schedules" on public.cue_schedules for all to service_role using (true) with check (true);
revoke all on public.cue_schedules from public, anon, authenticated;
grant select on public.cue_schedules to authenticated;
grant select, insert, update, delete on public.cue_schedules to service_role;

-- Cues that were there before.
insert into public.cue_schedules (cue_id, user_id, due_at)
select c.id, c.user_id, c.created_at from public.cues c where c.removed_at is null;

select private.attach_change_feed('public.cue_reviews');
select private.attach_change_feed('public.cue_schedules', 'cue_id', 'user_id');

-- ── What is due ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

create function public.due_cues(in_note uuid default null, include_upcoming boolean default false, max_results int default 50)
returns table (
  cue_id uuid, note_id uuid, note_title text, cue_text text, locator jsonb, state text, due_at timestamptz, stability double precision,
  difficulty double precision, step int, reps int, lapses int, scheduled_days int, last_review_at timestamptz
)
language sql stable
set search_path = ''
as $$
  select s.cue_id, n.id, n.title, c.text, c.locator, s.state, s.due_at, s.stability,
    s.difficulty, s.step, s.reps, s.lapses, s.scheduled_days, s.last_review_at
  from public.cue_schedules s
  join public.cues c on c.user_id = s.user_id and c.id = s.cue_id
  join public.notes n on n.user_id = c.user_id and n.id = c.note_id
  where s.user_id = (select auth.uid())
    and (include_upcoming or s.due_at <= now())
    and (in_note is null or c.note_id = in_note)
    and c.removed_at is null and c.text ~ '\S' and n.trashed_at is null
  order by s.due_at, c.note_id, c.position, s.cue_id
  limit least(greatest(coalesce(max_results, 50), 1), 200)
$$;
comment on function public.due_cues(uuid, boolean, int) is
  'The cues to ask next, longest due first, at most 200: of all notes or of one. include_upcoming also gives those that are not due yet. '
  'Left out are cues without words, cues that left their note, and notes in the trash.';

create function public.due_summary(in_note uuid default null)
returns table (due_count int, cue_count int, next_due_at timestamptz)
language sql stable
set search_path = ''
as $$
  with askable as (
    select s.due_at
    from public.cue_schedules s
    join public.cues c on c.user_id = s.user_id and c.id = s.cue_id
    join public.notes n on n.user_id = c.user_id and n.id = c.note_id
    where s.user_id = (select auth.uid()) and (in_note is null or c.note_id = in_note)
      and c.removed_at is null and c.text ~ '\S' and n.trashed_at is null
    order by s.due_at
    limit 10000
  )
  select count(*) filter (where a.due_at <= now())::int, count(*)::int, min(a.due_at) filter (where a.due_at > now()) from askable a
$$;
comment on function public.due_summary(uuid) is
  'How many cues are due and how many there are, of all notes or of one, counting the 10000 that are due first; and when the next one '
  'becomes due, null when none waits. The same cues as due_cues().';

revoke all on function public.due_cues(uuid, boolean, int), public.due_summary(uuid) from public, anon, authenticated;
grant execute on function public.due_cues(uuid, boolean, int), public.due_summary(uuid) to authenticated, service_role;
