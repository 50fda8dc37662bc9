//! The model of who is in a club and who manages it.

use super::steps::{MemberDeed, OFFICES};
use super::world::{ADMIN, Verdict, World, fine, missing, refused};

/// Somebody's place in the club.
#[derive(Clone, Debug)]
pub struct Place {
    pub is_pending: bool,
    /// Of `OFFICES`: the first is the President, the last an ordinary member.
    pub office: usize,
    pub is_appointed: bool,
}

const PRESIDENT: usize = 0;

impl Place {
    /// Whether it gives power over the club.
    pub fn manages(&self) -> bool {
        !self.is_pending && (self.is_appointed || self.office == PRESIDENT)
    }
}

impl World {
    fn may_manage(&self, who: usize) -> Result<(), Verdict> {
        let manages = who == ADMIN || self.club.get(&who).is_some_and(Place::manages);
        if manages { Ok(()) } else { Err(refused(403, "not_club_administrator")) }
    }

    /// Refuses what would leave nobody in charge.
    fn somebody_stays(&self, whom: usize) -> Result<(), Verdict> {
        let others = self.club.iter().filter(|(who, place)| **who != whom && place.manages()).count();
        let is_last = self.club[&whom].manages() && others == 0;
        if is_last { Err(refused(409, "last_administrator")) } else { Ok(()) }
    }

    pub fn about_member(&mut self, who: usize, whom: usize, deed: MemberDeed) -> Verdict {
        self.membership(who, whom, deed).unwrap_or_else(|refused| refused)
    }

    fn membership(&mut self, who: usize, whom: usize, deed: MemberDeed) -> Result<Verdict, Verdict> {
        let member = OFFICES.len() - 1;
        match deed {
            MemberDeed::Apply => match self.club.get(&who) {
                Some(place) if place.is_pending => Err(refused(409, "already_applied")),
                Some(_) => Err(refused(409, "already_member")),
                None => {
                    self.club.insert(who, Place { is_pending: true, office: member, is_appointed: false });
                    Ok(fine(201))
                }
            },
            MemberDeed::Leave => {
                if !self.club.contains_key(&who) {
                    return Err(missing());
                }
                self.somebody_stays(who)?;
                self.club.remove(&who);
                Ok(fine(200))
            }
            MemberDeed::Approve | MemberDeed::Reject => {
                self.may_manage(who)?;
                let place = self.club.get_mut(&whom).expect("a place");
                if !place.is_pending {
                    return Err(refused(409, "not_pending"));
                }
                place.is_pending = false;
                if deed == MemberDeed::Reject {
                    self.club.remove(&whom);
                }
                Ok(fine(200))
            }
            MemberDeed::Remove => {
                self.may_manage(who)?;
                self.somebody_stays(whom)?;
                if self.club[&whom].is_pending {
                    return Err(refused(409, "still_pending"));
                }
                self.club.remove(&whom);
                Ok(fine(200))
            }
            MemberDeed::Office(office) => {
                self.may_manage(who)?;
                // A step down by rank.
                if office > self.club[&whom].office {
                    self.somebody_stays(whom)?;
                }
                let place = self.club.get_mut(&whom).expect("a place");
                if place.is_pending {
                    return Err(refused(409, "still_pending"));
                }
                place.office = office;
                Ok(fine(200))
            }
            // To everybody else there is no such call.
            MemberDeed::Appoint | MemberDeed::Dismiss if who != ADMIN => Err(missing()),
            MemberDeed::Appoint => {
                let fresh = Place { is_pending: false, office: member, is_appointed: true };
                let place = self.club.entry(whom).or_insert(fresh);
                (place.is_pending, place.is_appointed) = (false, true);
                Ok(fine(201))
            }
            MemberDeed::Dismiss => {
                if !self.club.get(&whom).is_some_and(Place::manages) {
                    return Err(missing());
                }
                self.somebody_stays(whom)?;
                let place = self.club.get_mut(&whom).expect("a place");
                place.is_appointed = false;
                if place.office == PRESIDENT {
                    place.office = member;
                }
                Ok(fine(200))
            }
        }
    }
}
