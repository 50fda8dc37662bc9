//! The model of creations bought and given back, and of the polls they are spent on.

use std::collections::BTreeSet;

use super::world::{ADMIN, Verdict, World, fine, missing, refused};

/// What a refund asks for: money, and one creation of each kind.
pub const REFUND_PAISE: i64 = 300;

#[derive(Clone, Debug)]
pub struct Order {
    pub buyer: usize,
    pub paise: i64,
    /// Of each kind.
    pub creations: i64,
}

#[derive(Clone, Debug)]
pub struct Poll {
    pub owner: usize,
    pub starts: i64,
    pub ends: i64,
    pub is_deleted: bool,
    pub votes: [usize; 3],
    pub voters: BTreeSet<usize>,
}

/// Price in rupees, and creations of each kind.
pub const PLANS: [(i64, i64); 2] = [(9, 1), (19, 3)];

impl World {
    pub fn buy(&mut self, who: usize, plan: usize) -> Verdict {
        let (rupees, creations) = PLANS[plan];
        self.credits[who].0 += creations;
        self.credits[who].1 += creations;
        self.is_organiser[who] = true;
        self.orders.push(Order { buyer: who, paise: rupees * 100, creations });
        fine(200)
    }

    pub fn refund(&mut self, who: usize, order: usize) -> Verdict {
        if who != ADMIN {
            // To everybody else there is no such call.
            return missing();
        }
        let order = &mut self.orders[order];
        if order.paise < REFUND_PAISE || order.creations < 1 {
            return refused(400, "invalid");
        }
        let left = &mut self.credits[order.buyer];
        if left.0 < 1 || left.1 < 1 {
            return refused(409, "credits_spent");
        }
        (left.0, left.1) = (left.0 - 1, left.1 - 1);
        order.paise -= REFUND_PAISE;
        order.creations -= 1;
        fine(201)
    }

    pub fn create_poll(&mut self, who: usize, start: i64, length: i64) -> Verdict {
        let starts = self.now + start * 1000;
        let ends = starts + length * 1000;
        if ends <= self.now {
            return refused(400, "invalid");
        }
        if who != ADMIN {
            if self.credits[who].1 == 0 {
                return refused(403, "no_poll_credit");
            }
            self.credits[who].1 -= 1;
        }
        self.polls.push(Poll { owner: who, starts, ends, is_deleted: false, votes: [0; 3], voters: BTreeSet::new() });
        fine(201)
    }

    pub fn vote(&mut self, who: usize, poll: usize, option: usize) -> Verdict {
        let now = self.now;
        let poll = &mut self.polls[poll];
        if poll.is_deleted {
            return missing();
        }
        if !(poll.starts..poll.ends).contains(&now) {
            return refused(403, "poll_not_active");
        }
        if !poll.voters.insert(who) {
            return refused(409, "already_voted");
        }
        poll.votes[option] += 1;
        fine(200)
    }

    pub fn delete_poll(&mut self, who: usize, poll: usize) -> Verdict {
        let poll = &mut self.polls[poll];
        if poll.is_deleted {
            return missing();
        }
        if who != poll.owner && who != ADMIN {
            return refused(403, "not_owner");
        }
        if !poll.voters.is_empty() && who != ADMIN {
            return refused(409, "poll_has_votes");
        }
        poll.is_deleted = true;
        if poll.voters.is_empty() && poll.owner != ADMIN {
            self.credits[poll.owner].1 += 1;
        }
        fine(200)
    }
}
