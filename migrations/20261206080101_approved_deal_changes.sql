-- Write-offs, discounts, cancellations and changes of several deals, funding, and what a service token enters in a cash account take a second
-- person above a limit.
call allow_approvals('change deals', 'fund deal', 'record cash entry');
