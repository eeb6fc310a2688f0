-- A file whose scan timed out twice is refused.
do $$
declare
  files text;
begin
  foreach files in array array['staged_files', 'case_files', 'desk_files', 'documents', 'sheet_files', 'import_files'] loop
    execute format('alter table %1$I drop constraint %1$s_refusal_check', files);
    execute format('alter table %1$I add constraint %1$s_refusal_check check (refusal in (
      ''type_not_allowed'', ''name_does_not_fit'', ''more_than_one_kind'', ''has_active_content'', ''unpacks_too_large'',
      ''picture_too_large'', ''takes_too_long'', ''unreadable'', ''infected''
    )) not valid', files);
    execute format('alter table %1$I validate constraint %1$s_refusal_check', files);
  end loop;
end $$;
